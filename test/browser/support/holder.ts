/** Run as a program: holds an environment until it is killed. Prints one line once a page is shown. */
import { PlaywrightProvider } from '../../../host/playwright/provider.ts'
import { never, openRequest } from './browsing.ts'

const provider = new PlaywrightProvider()
const environment = await provider.open(openRequest, never())
await environment.observe({}, never())
process.stdout.write('held\n')
setInterval(() => {}, 60_000)
