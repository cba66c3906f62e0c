/** Run as a program: takes the lock it is given and says whether it got it, then stays. */
import { KernelLock } from '../../../../host/playwright/profile/kernel-lock.ts'

const lock = await KernelLock.take(process.argv[2]!)
process.send!(lock !== undefined)
setInterval(() => {}, 60_000)
