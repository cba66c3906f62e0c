import { GROUPS } from './pages/index.ts'
import { visitAll } from './suite.ts'

visitAll(GROUPS)
