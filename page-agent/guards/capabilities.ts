import { view } from './natives.ts'
import { exception, guardMethod, rejected } from './replace.ts'
import { report } from './report.ts'

/** How a capability is refused: as this browser refuses it when a person says no. */
type Refusal =
  | { rejects: string }
  | { throws: string }
  /** Does nothing and gives nothing. */
  | 'ignored'

interface Capability {
  /** Name of the interface whose prototype has the method; `window` for a method of the window itself. */
  on: string
  method: string
  refusal: Refusal
  kind?: 'file-chooser' | 'print'
}

const NOT_ALLOWED: Refusal = { rejects: 'NotAllowedError' }
const ABORTED: Refusal = { rejects: 'AbortError' }
const NOT_FOUND: Refusal = { rejects: 'NotFoundError' }

const CAPABILITIES: readonly Capability[] = [
  { on: 'window', method: 'print', refusal: 'ignored', kind: 'print' },
  { on: 'window', method: 'showOpenFilePicker', refusal: ABORTED, kind: 'file-chooser' },
  { on: 'window', method: 'showSaveFilePicker', refusal: ABORTED, kind: 'file-chooser' },
  { on: 'window', method: 'showDirectoryPicker', refusal: ABORTED, kind: 'file-chooser' },
  { on: 'window', method: 'queryLocalFonts', refusal: NOT_ALLOWED },
  { on: 'window', method: 'getScreenDetails', refusal: NOT_ALLOWED },
  { on: 'Element', method: 'requestFullscreen', refusal: { rejects: 'TypeError' } },
  { on: 'Element', method: 'webkitRequestFullscreen', refusal: 'ignored' },
  { on: 'Element', method: 'webkitRequestFullScreen', refusal: 'ignored' },
  { on: 'HTMLVideoElement', method: 'webkitEnterFullscreen', refusal: 'ignored' },
  { on: 'HTMLVideoElement', method: 'webkitEnterFullScreen', refusal: 'ignored' },
  { on: 'HTMLVideoElement', method: 'requestPictureInPicture', refusal: NOT_ALLOWED },
  { on: 'DocumentPictureInPicture', method: 'requestWindow', refusal: NOT_ALLOWED },
  { on: 'Element', method: 'requestPointerLock', refusal: NOT_ALLOWED },
  { on: 'Keyboard', method: 'lock', refusal: ABORTED },
  { on: 'USB', method: 'requestDevice', refusal: NOT_FOUND },
  { on: 'HID', method: 'requestDevice', refusal: NOT_ALLOWED },
  { on: 'Serial', method: 'requestPort', refusal: NOT_FOUND },
  { on: 'Bluetooth', method: 'requestDevice', refusal: NOT_FOUND },
  { on: 'Bluetooth', method: 'requestLEScan', refusal: NOT_ALLOWED },
  { on: 'Navigator', method: 'requestMIDIAccess', refusal: NOT_ALLOWED },
  { on: 'Navigator', method: 'share', refusal: ABORTED },
  { on: 'Navigator', method: 'registerProtocolHandler', refusal: { throws: 'SecurityError' } },
  { on: 'Clipboard', method: 'read', refusal: NOT_ALLOWED },
  { on: 'Clipboard', method: 'readText', refusal: NOT_ALLOWED },
  { on: 'Clipboard', method: 'write', refusal: NOT_ALLOWED },
  { on: 'Clipboard', method: 'writeText', refusal: NOT_ALLOWED },
  { on: 'PaymentRequest', method: 'show', refusal: ABORTED },
  { on: 'CredentialsContainer', method: 'get', refusal: NOT_ALLOWED },
  { on: 'CredentialsContainer', method: 'create', refusal: NOT_ALLOWED },
  { on: 'CredentialsContainer', method: 'store', refusal: NOT_ALLOWED },
  { on: 'MediaDevices', method: 'getDisplayMedia', refusal: NOT_ALLOWED },
  { on: 'MediaDevices', method: 'getUserMedia', refusal: NOT_ALLOWED },
  { on: 'ContactsManager', method: 'select', refusal: NOT_ALLOWED },
  { on: 'EyeDropper', method: 'open', refusal: ABORTED },
  { on: 'WakeLock', method: 'request', refusal: NOT_ALLOWED },
  { on: 'XRSystem', method: 'requestSession', refusal: NOT_ALLOWED },
  { on: 'PresentationRequest', method: 'start', refusal: ABORTED },
]

/** Interfaces that run where no session of a page watches: gone, as in a browser that does not have them. */
const ABSENT: readonly string[] = ['SharedWorker']

export function guardCapabilities(): void {
  for (const { on, method, refusal, kind } of CAPABILITIES) {
    guardMethod(holderOf(on), method, () => {
      report(kind ?? 'capability', `${on}.${method}`)
      return refuse(refusal)
    })
  }
  for (const name of ABSENT) Reflect.deleteProperty(view, name)
}

function holderOf(name: string): object | undefined {
  if (name === 'window') return view
  const holder = (view as unknown as Record<string, { prototype?: object } | undefined>)[name]
  return holder?.prototype
}

function refuse(refusal: Refusal): unknown {
  if (refusal === 'ignored') return undefined
  if ('throws' in refusal) throw exception(refusal.throws, 'Not available in this browser')
  return rejected(refusal.rejects, 'Not available in this browser')
}
