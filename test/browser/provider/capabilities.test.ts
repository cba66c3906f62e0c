import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browsing } from '../support/browsing.ts'
import { type PageServer, servePages } from '../support/page-server.ts'

/** What a page asks for after a person's click, how it is refused, and what some builds of Chromium do without. */
const CAPABILITIES: Record<string, readonly [call: string, refused: string, without?: string]> = {
  'a print': [`print()`, 'undefined'],
  'full screen': [`document.body.requestFullscreen()`, 'TypeError'],
  'full screen by its old name': [`document.body.webkitRequestFullscreen()`, 'undefined'],
  'a picture in picture': [`document.createElement('video').requestPictureInPicture()`, 'NotAllowedError'],
  'a window on top': [`documentPictureInPicture.requestWindow()`, 'NotAllowedError'],
  'the pointer': [`document.body.requestPointerLock()`, 'NotAllowedError'],
  'the keyboard': [`navigator.keyboard.lock()`, 'AbortError'],
  'the clipboard’s text': [`navigator.clipboard.readText()`, 'NotAllowedError'],
  'the clipboard’s content': [`navigator.clipboard.read()`, 'NotAllowedError'],
  'text for the clipboard': [`navigator.clipboard.writeText('x')`, 'NotAllowedError'],
  'content for the clipboard': [`navigator.clipboard.write([])`, 'NotAllowedError'],
  'a Bluetooth device': [
    `navigator.bluetooth.requestDevice({ acceptAllDevices: true })`,
    'NotFoundError',
    'navigator.bluetooth',
  ],
  'a USB device': [`navigator.usb.requestDevice({ filters: [] })`, 'NotFoundError'],
  'an HID device': [`navigator.hid.requestDevice({ filters: [] })`, 'NotAllowedError'],
  'a serial port': [`navigator.serial.requestPort()`, 'NotFoundError'],
  'MIDI devices': [`navigator.requestMIDIAccess()`, 'NotAllowedError'],
  'a payment': [
    `new PaymentRequest([{ supportedMethods: 'https://x.example/' }], { total: { label: 'x', amount: { currency: 'EUR', value: '1' } } }).show()`,
    'AbortError',
  ],
  'a password': [`navigator.credentials.get({ password: true })`, 'NotAllowedError'],
  'a passkey': [
    `navigator.credentials.create({ publicKey: { challenge: new Uint8Array(8), rp: { name: 'x' },
      user: { id: new Uint8Array(8), name: 'x', displayName: 'x' }, pubKeyCredParams: [] } })`,
    'NotAllowedError',
  ],
  'a credential to keep': [`navigator.credentials.store({})`, 'NotAllowedError'],
  'a camera': [`navigator.mediaDevices.getUserMedia({ video: true })`, 'NotAllowedError'],
  'the screen': [`navigator.mediaDevices.getDisplayMedia()`, 'NotAllowedError'],
  'all screens': [`getScreenDetails()`, 'NotAllowedError'],
  'fonts of the machine': [`queryLocalFonts()`, 'NotAllowedError'],
  'a file': [`showOpenFilePicker()`, 'AbortError'],
  'a file to write': [`showSaveFilePicker()`, 'AbortError'],
  'a folder': [`showDirectoryPicker()`, 'AbortError'],
  'to be idle': [`IdleDetector.requestPermission()`, 'denied'],
  'a lock on sleep': [`navigator.wakeLock.request('screen')`, 'NotAllowedError'],
  'to share': [`navigator.share({ text: 'x' })`, 'AbortError', 'navigator.share'],
  'a scheme of its own': [`navigator.registerProtocolHandler('web+x', location.origin + '/?%s')`, 'SecurityError'],
  notifications: [`Notification.requestPermission()`, 'denied', 'window.Notification'],
  'a position': [
    `new Promise((given, no) => navigator.geolocation.getCurrentPosition(given, () => no({ name: 'no' })))`,
    'no',
  ],
  'storage that stays': [`navigator.storage.persist()`, 'false'],
}

/** Names of the Permissions registry, and those that Chromium adds. */
const PERMISSIONS = [
  'accelerometer',
  'ambient-light-sensor',
  'background-fetch',
  'background-sync',
  'bluetooth',
  'camera',
  'captured-surface-control',
  'clipboard-read',
  'clipboard-write',
  'display-capture',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'idle-detection',
  'keyboard-lock',
  'local-fonts',
  'local-network-access',
  'magnetometer',
  'microphone',
  'midi',
  'nfc',
  'notifications',
  'payment-handler',
  'periodic-background-sync',
  'persistent-storage',
  'pointer-lock',
  'push',
  'screen-wake-lock',
  'speaker-selection',
  'storage-access',
  'system-wake-lock',
  'top-level-storage-access',
  'window-management',
]

let server: PageServer
let browsing: Browsing

beforeAll(async () => {
  const calls = Object.values(CAPABILITIES).map(
    ([call, refused, without = 'window']) =>
      `async () => { return ${without} === undefined ? ${JSON.stringify(refused)} : ${call} }`,
  )
  server = await servePages({
    '/': `<button id="go">Go</button><p id="out"></p><script>
      const calls = [${calls}]
      const states = async () => {
        const found = {}
        for (const name of ${JSON.stringify(PERMISSIONS)}) {
          const options = { name, sysex: true, userVisibleOnly: true, requestedOrigin: location.origin }
          found[name] = await navigator.permissions.query(options).then(({ state }) => state, () => 'unknown')
        }
        return found
      }
      go.onclick = async () => {
        const answers = await Promise.all(calls.map((call) => call().then(String, (error) => error.name)))
        out.textContent = JSON.stringify({ answers, states: await states() })
      }
    </script>`,
  })
  browsing = await Browsing.open(server, { actionTimeoutMs: 8_000 })
  await browsing.goto(server.url('/'))
})

afterAll(async () => {
  await browsing?.close()
  await server?.close()
})

test('a page is refused what reaches beyond it, as when a person says no', async () => {
  await browsing.click('Go').catch((error) => expect(error.reason).toBe('file-chooser'))
  await browsing.act({ type: 'wait', for: { kind: 'text', text: 'states' } })
  const { text } = await browsing.observe()
  const { answers, states } = JSON.parse(text.slice(text.indexOf('{'))) as { answers: string[]; states: object }
  const names = Object.keys(CAPABILITIES)
  expect(Object.fromEntries(names.map((name, index) => [name, answers[index]]))).toEqual(
    Object.fromEntries(Object.entries(CAPABILITIES).map(([name, [, refused]]) => [name, refused])),
  )
  // Storage access is for frames of another site to ask for; to a page's own frame it always says `prompt`
  const open = Object.entries(states).filter(([, state]) => state === 'granted' || state === 'prompt')
  expect(open).toEqual([['storage-access', 'prompt']])
})
