import { GROUPS } from '../hostile/pages/index.ts'
import { visitAll } from '../hostile/suite.ts'

/** One or two pages of each kind; `npm run test:hostile` visits them all. */
visitAll(
  GROUPS.map(({ group, pages }) => ({ group, pages: pages.filter(({ always }) => always) })).filter(
    ({ pages }) => pages.length > 0,
  ),
)
