import { guardActivation } from './guards/activation.ts'
import { guardCapabilities } from './guards/capabilities.ts'
import { watchClickListeners } from './guards/click-listeners.ts'
import { guardContexts } from './guards/contexts.ts'
import { guardLeaving } from './guards/leaving.ts'
import { guardSockets } from './guards/sockets.ts'

/**
 * Runs in the main world of every frame before any script of the page, and leaves no name behind. The bubbling
 * listeners of activation are added before the click watch, which is not to count them.
 */
guardContexts()
guardActivation()
guardCapabilities()
guardSockets()
guardLeaving()
watchClickListeners()
