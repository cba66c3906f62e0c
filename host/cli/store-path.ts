import { join } from 'node:path'
import { stateFolder } from '../state-folder.ts'

/** The commands' own index of checkpoints and transitions. */
export const storePath = (): string => join(stateFolder(), 'commands.sqlite')
