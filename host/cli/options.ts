import { type Command, Option } from 'commander'
import { wholeNumber } from './number.ts'

/** The options that every command with a page shares. */
export function pageOptions(command: Command): Command {
  return command
    .addOption(new Option('--executable <file>', 'the Chromium to run').env('DSH_BROWSER_EXECUTABLE'))
    .option('--allow-host <host...>', 'also admit this host (exact or `.suffix`, with an optional `:port`)')
    .option('--session <name>', 'keep cookies and storage under this name, and find them again')
    .option('--timeout <ms>', 'longest wait for the page to answer', wholeNumber(100, 600_000))
    .option('--verbose', 'say on stderr what goes on')
}
