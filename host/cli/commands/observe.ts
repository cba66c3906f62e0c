import { Command, Option } from 'commander'
import { ANSWER_MODES, type AnswerMode } from '../../tools/answer/modes.ts'
import { View } from '../../tools/view.ts'
import { wholeNumber } from '../number.ts'
import { pageOptions } from '../options.ts'
import { print, printJson } from '../output.ts'
import { openPage, type PageOptions, withPage } from '../page-session.ts'

interface Options extends PageOptions {
  mode: AnswerMode
  json?: boolean
  maxElements: number
  maxText: number
  maxChars: number
}

export const observeCommand = pageOptions(new Command('observe'))
  .description('Print what an agent would see of a page. A file is served on loopback, and is all the page can reach.')
  .argument('<target>', 'http(s) address, or a file')
  .addOption(new Option('--mode <mode>', 'which part of the page').choices(ANSWER_MODES).default('summary'))
  .option('--json', 'the whole observation as one JSON document')
  .option('--max-elements <n>', 'elements observed', wholeNumber(1, 20_000), 100)
  .option('--max-text <n>', 'characters of text observed', wholeNumber(0, 1_000_000), 12_000)
  .option('--max-chars <n>', 'characters of the printed answer', wholeNumber(500, 1_000_000), 20_000)
  .addHelpText(
    'after',
    `
Examples:
  dsh-browser-runtime observe https://example.org
  dsh-browser-runtime observe page.html --mode document
  dsh-browser-runtime observe https://example.org --json --max-elements 500 > page.json`,
  )
  .action(async (target: string, options: Options) => {
    await withPage(target, options, async (session, signal) => {
      await openPage(session, signal)
      const observation = await session.lease.observe(
        { maxElements: options.maxElements, maxTextChars: options.maxText },
        signal,
      )
      if (options.json) printJson(observation)
      else print(new View().read(observation, options.mode, options.maxChars).join('\n'))
    })
  })
