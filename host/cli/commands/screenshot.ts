import { writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import { pageOptions } from '../options.ts'
import { openPage, type PageOptions, withPage } from '../page-session.ts'

interface Options extends PageOptions {
  out: string
  marks?: boolean
  full?: boolean
}

export const screenshotCommand = pageOptions(new Command('screenshot'))
  .description('Write a PNG picture of a page.')
  .argument('<target>', 'http(s) address, or a file')
  .requiredOption('-o, --out <file>', 'where to write it')
  .option('--marks', 'draw the refs of an observation on it')
  .option('--full', 'the whole page rather than the viewport')
  .addHelpText('after', '\nExample:\n  dsh-browser-runtime screenshot https://example.org -o page.png --marks')
  .action(async (target: string, options: Options) => {
    await withPage(target, options, async (session, signal) => {
      await openPage(session, signal)
      const { png, width, height } = await session.lease.screenshot(
        { area: options.full ? 'page' : 'viewport', marks: options.marks ?? false },
        signal,
      )
      await writeFile(options.out, png)
      process.stderr.write(`${options.out}: ${width} x ${height}, ${png.byteLength} bytes\n`)
    })
  })
