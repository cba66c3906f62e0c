import { define, describe, NativeException, NativePromise, NativeProxy } from './natives.ts'

type Callable = (...args: never[]) => unknown

/**
 * Puts `handler` before a method. A proxy keeps its name, length and native source text. `handler` gets the native
 * method, `this` and the arguments.
 */
export function guardMethod(
  holder: object | undefined,
  name: string,
  handler: (native: Callable, self: object, args: unknown[]) => unknown,
): void {
  const descriptor = holder && describe(holder, name)
  const native: unknown = descriptor?.value
  if (!holder || !descriptor || typeof native !== 'function') return
  const value = new NativeProxy(
    native as Callable,
    {
      __proto__: null,
      apply: (target: Callable, self: object, args: unknown[]) => handler(target, self, args),
    } as ProxyHandler<Callable>,
  )
  define(holder, name, { __proto__: null, ...descriptor, value } as PropertyDescriptor)
}

/** Puts `handler` behind the setter of an accessor: it hears each value that was set. */
export function watchSetter(holder: object, name: string, handler: (self: object, value: unknown) => void): void {
  const descriptor = describe(holder, name)
  const native = descriptor?.set
  if (!descriptor || !native) return
  const set = new NativeProxy(native, {
    __proto__: null,
    apply(target: Callable, self: object, args: unknown[]) {
      const answer = Reflect_apply(target, self, args)
      handler(self, args[0])
      return answer
    },
  } as ProxyHandler<(value: unknown) => void>)
  define(holder, name, { __proto__: null, ...descriptor, set } as PropertyDescriptor)
}

const Reflect_apply = Reflect.apply

export const exception = (name: string, message: string): DOMException => new NativeException(message, name)

/** A promise already rejected as this browser would reject it. */
export const rejected = (name: string, message: string): Promise<never> =>
  new NativePromise((_, reject) => reject(exception(name, message)))
