import { Command, Option } from 'commander'
import { chooseBrowser } from '../../playwright/browser/executable.ts'
import { readBundle } from '../../playwright/page/bundles.ts'
import { passed, printCard } from '../../replay/card.ts'
import { replay } from '../../replay/replay.ts'
import { EXIT } from '../exit.ts'
import { share, wholeNumber } from '../number.ts'
import { print, printJson, progress } from '../output.ts'

interface Options {
  json?: boolean
  scores?: string
  record?: boolean
  limit?: number
  tolerance?: number
  losses?: boolean
  executable?: string
}

export const replayCommand = new Command('replay')
  .description('Score the page agent on a folder of saved pages with answers; fails when a recorded score falls.')
  .argument('<dir>', 'fixtures (pages with a .json of answers beside them) or data sets (a manifest.json each)')
  .option('--json', 'the whole score card as one JSON document')
  .option('--scores <file>', 'recorded figures; default: scores.json in the folder')
  .option(
    '--tolerance <share>',
    'how far a figure may fall, 0 to 1; for pages that look different with other fonts',
    share,
  )
  .option('--record', 'write figures and listings instead of judging by them')
  .option('--limit <n>', 'at most so many pages of each set; figures are then not judged', wholeNumber(1, 100_000))
  .option('--losses', 'also say what each page lost')
  .addOption(new Option('--executable <file>', 'the Chromium to run').env('DSH_BROWSER_EXECUTABLE'))
  .action(async (folder: string, options: Options) => {
    const { executable: executablePath, scores, record, limit, tolerance } = options
    const card = await replay({
      folder,
      executablePath: chooseBrowser(executablePath ? { executablePath } : {}).path,
      agent: readBundle('page-agent.js'),
      ...(scores ? { scoresFile: scores } : {}),
      ...(record ? { record } : {}),
      ...(limit ? { limit } : {}),
      ...(tolerance ? { tolerance } : {}),
      onCase: (done, total, id) => progress(`${done + 1}/${total} ${id}`),
    })
    progress('')
    if (options.json) printJson(card)
    else print(printCard(card, options.losses ?? false))
    if (!passed(card)) process.exitCode = EXIT.failed
  })
