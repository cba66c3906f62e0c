import type { VectorGroup } from '../vector.ts'
import { certificates } from './certificates.ts'
import { frames } from './frames.ts'
import { names } from './names.ts'
import { navigation } from './navigation.ts'
import { scripts } from './scripts.ts'
import { servers } from './servers.ts'
import { subresources } from './subresources.ts'
import { windows } from './windows.ts'

export const GROUPS: readonly VectorGroup[] = [
  navigation,
  subresources,
  scripts,
  frames,
  windows,
  servers,
  certificates,
  names,
]
