import { Command, Option } from 'commander'
import { ensureBrowser } from '../ensure-browser.ts'
import { thisMachine } from '../this-machine.ts'

export const installCommand = new Command('install')
  .description(
    'Make sure that there is a browser: the one that is there, else a download, else a system package (as root).',
  )
  .argument('[browser]', 'what to install; only chromium is known', 'chromium')
  .addOption(new Option('--executable <file>', 'the Chromium to run').env('DSH_BROWSER_EXECUTABLE'))
  .action(async (browser: string, options: { executable?: string }, command: Command) => {
    if (browser !== 'chromium') command.error(`error: only chromium can be installed, not ${browser}`)
    const { name, source, path } = await ensureBrowser(thisMachine(options.executable))
    process.stderr.write(`${name} (${source}): ${path}\n`)
  })
