import type { Layout } from '../observe/types.ts'

type Style = ReturnType<Layout['style']>

/**
 * A computed style that keeps what was read of it: each property is asked for once, and can be compared later. The
 * declaration below is live, and reading one property at a time is cheaper than copying the ones listed.
 */
export class ReadStyle implements Style {
  readonly #live: CSSStyleDeclaration
  #display: string | undefined
  #visibility: string | undefined
  #opacity: string | undefined
  #cursor: string | undefined
  #position: string | undefined
  #pointerEvents: string | undefined
  #overflow: string | undefined
  #float: string | undefined
  #fontSize: string | undefined
  #fontWeight: string | undefined

  constructor(live: CSSStyleDeclaration) {
    this.#live = live
  }

  get display(): string {
    this.#display ??= this.#live.display
    return this.#display
  }

  get visibility(): string {
    this.#visibility ??= this.#live.visibility
    return this.#visibility
  }

  get opacity(): string {
    this.#opacity ??= this.#live.opacity
    return this.#opacity
  }

  get cursor(): string {
    this.#cursor ??= this.#live.cursor
    return this.#cursor
  }

  get position(): string {
    this.#position ??= this.#live.position
    return this.#position
  }

  get pointerEvents(): string {
    this.#pointerEvents ??= this.#live.pointerEvents
    return this.#pointerEvents
  }

  get overflow(): string {
    this.#overflow ??= this.#live.overflow
    return this.#overflow
  }

  get float(): string {
    this.#float ??= this.#live.float
    return this.#float
  }

  get fontSize(): string {
    this.#fontSize ??= this.#live.fontSize
    return this.#fontSize
  }

  get fontWeight(): string {
    this.#fontWeight ??= this.#live.fontWeight
    return this.#fontWeight
  }

  /** Whether what was read would be read again. */
  get unchanged(): boolean {
    const same = (read: string | undefined, property: keyof Style) =>
      read === undefined || read === this.#live[property]
    return (
      same(this.#display, 'display') &&
      same(this.#visibility, 'visibility') &&
      same(this.#opacity, 'opacity') &&
      same(this.#cursor, 'cursor') &&
      same(this.#position, 'position') &&
      same(this.#pointerEvents, 'pointerEvents') &&
      same(this.#overflow, 'overflow') &&
      same(this.#float, 'float') &&
      same(this.#fontSize, 'fontSize') &&
      same(this.#fontWeight, 'fontWeight')
    )
  }
}
