import { Command, Option } from 'commander'
import { EXTRACTION_KINDS, type ExtractionKind } from '../../../shared/extraction.ts'
import { wholeNumber } from '../number.ts'
import { pageOptions } from '../options.ts'
import { printJson } from '../output.ts'
import { openPage, type PageOptions, withPage } from '../page-session.ts'

interface Options extends PageOptions {
  kind: ExtractionKind
  json?: boolean
  maxItems?: number
  maxChars?: number
}

export const extractCommand = pageOptions(new Command('extract'))
  .description('Print structured content of a page.')
  .argument('<target>', 'http(s) address, or a file')
  .addOption(new Option('--kind <kind>', 'what to extract').choices(EXTRACTION_KINDS).makeOptionMandatory())
  .option('--json', 'one JSON document; without it an article prints as text')
  .option('--max-items <n>', 'entries at most', wholeNumber(1, 100_000))
  .option('--max-chars <n>', 'characters at most', wholeNumber(100, 10_000_000))
  .addHelpText('after', '\nExample:\n  dsh-browser-runtime extract https://example.org/prices --kind table --json')
  .action(async (target: string, options: Options) => {
    await withPage(target, options, async (session, signal) => {
      await openPage(session, signal)
      const { kind, maxItems, maxChars } = options
      const found = await session.lease.extract(
        { kind, ...(maxItems ? { maxItems } : {}), ...(maxChars ? { maxChars } : {}) },
        signal,
      )
      if (found.kind === 'article' && !options.json) process.stdout.write(`${found.title}\n\n${found.text}\n`)
      else printJson(found)
    })
  })
