#!/usr/bin/env node
import { Command, CommanderError } from 'commander'
import { checkpointsCommand } from './commands/checkpoints.ts'
import { doctorCommand } from './commands/doctor.ts'
import { extractCommand } from './commands/extract.ts'
import { installCommand } from './commands/install.ts'
import { mcpCommand } from './commands/mcp.ts'
import { observeCommand } from './commands/observe.ts'
import { replayCommand } from './commands/replay.ts'
import { screenshotCommand } from './commands/screenshot.ts'
import { describeFailure, EXIT, exitCodeOf } from './exit.ts'

const program = new Command('dsh-browser-runtime')
  .description('A leased, isolated browser for agents, from the command line.')
  .exitOverride()
  .showHelpAfterError('(--help says more)')

for (const command of [
  observeCommand,
  extractCommand,
  screenshotCommand,
  installCommand,
  doctorCommand,
  checkpointsCommand,
  replayCommand,
  mcpCommand,
]) {
  program.addCommand(command.exitOverride().showHelpAfterError('(--help says more)'))
}

// A reader that has seen enough, such as `head`, is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage
  else {
    process.stderr.write(`${describeFailure(error)}\n`)
    process.exitCode = exitCodeOf(error)
  }
}
