import type { HostileGroup } from '../hostile-page.ts'
import { CHANNELS } from './channels.ts'
import { DIALOGS } from './dialogs.ts'
import { ELEMENTS } from './elements.ts'
import { FLOODS } from './floods.ts'
import { FRAMES } from './frames.ts'
import { LANGUAGE } from './language.ts'
import { LOADING } from './loading.ts'
import { MEMORY } from './memory.ts'
import { MODULES } from './modules.ts'
import { NAVIGATION } from './navigation.ts'
import { RENDERING } from './rendering.ts'
import { SCRIPTS } from './scripts.ts'
import { SIZES } from './sizes.ts'

export const GROUPS: readonly HostileGroup[] = [
  SCRIPTS,
  DIALOGS,
  MEMORY,
  LOADING,
  NAVIGATION,
  FRAMES,
  ELEMENTS,
  SIZES,
  FLOODS,
  CHANNELS,
  MODULES,
  RENDERING,
  LANGUAGE,
]
