import {
  apply,
  construct,
  define,
  describe,
  dispatch,
  exchange,
  getter,
  listen,
  NativeProxy,
  slice,
  stopHere,
  timeout,
  toText,
  uncurry,
  view,
} from './natives.ts'
import { options } from './options.ts'
import { report } from './report.ts'

/** For the host to say why a socket closed; the page hears the browser's own code after that. */
const ANSWER_MS = 1_000
/** RFC 6455, section 7.4.1. */
const ABNORMAL = 1006
const POLICY_VIOLATION = '1008'

const NativeCloseEvent = CloseEvent
const codeOf = getter<number>(CloseEvent.prototype, 'code')
const urlOf = getter<string>(WebSocket.prototype, 'url')
const detailOf = getter<unknown>(CustomEvent.prototype, 'detail')
const indexOf = uncurry(String.prototype.indexOf)

/**
 * A socket that the proxy refused ends like one whose server is down (1006). It is told apart here: the close of a
 * socket that never opened is held back until the host has said whether the policy was the reason (1008).
 */
export function guardSockets(): void {
  const descriptor = describe(view, 'WebSocket')
  if (!options || !descriptor?.value) return
  const { channel } = options
  const Native = descriptor.value as typeof WebSocket
  const waiting: Record<string, (policy: boolean) => void> = { __proto__: null } as never
  let count = 0

  listen(exchange, `${channel}:`, ((event: Event) => {
    stopHere(event)
    const answer = toText(detailOf(event))
    const space = indexOf(answer, ' ')
    waiting[slice(answer, 0, space)]?.(slice(answer, space + 1) === POLICY_VIOLATION)
  }) as EventListener)

  const watch = (socket: WebSocket) => {
    let opened = false
    let told = false
    listen(socket, 'open', (() => {
      opened = true
    }) as EventListener)
    listen(socket, 'close', ((event: Event) => {
      if (opened || told || codeOf(event) !== ABNORMAL) return
      stopHere(event)
      const number = toText(++count)
      const tell = (policy: boolean) => {
        if (told) return
        told = true
        delete waiting[number]
        dispatch(
          socket,
          new NativeCloseEvent('close', {
            __proto__: null,
            code: policy ? 1008 : ABNORMAL,
            reason: '',
            wasClean: policy,
          } as CloseEventInit),
        )
      }
      waiting[number] = tell
      report('socket', `${number} ${urlOf(socket)}`)
      apply(timeout, view, [() => tell(false), ANSWER_MS])
    }) as EventListener)
  }

  const value = new NativeProxy(Native, {
    __proto__: null,
    construct(target: typeof WebSocket, args: unknown[], newTarget: typeof WebSocket) {
      const socket = construct(target, args, newTarget) as WebSocket
      watch(socket)
      return socket
    },
  } as ProxyHandler<typeof WebSocket>)
  define(view, 'WebSocket', { __proto__: null, ...descriptor, value } as PropertyDescriptor)
  // An instance must lead back to this constructor and not around it
  define(Native.prototype, 'constructor', {
    __proto__: null,
    value,
    writable: true,
    configurable: true,
    enumerable: false,
  } as PropertyDescriptor)
}
