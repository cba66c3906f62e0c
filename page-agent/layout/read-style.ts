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
  #overflowY: string | undefined
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

  get overflowY(): string {
    this.#overflowY ??= this.#live.overflowY
    return this.#overflowY
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
    // Spelled out: a property named by a variable is found anew at each read.
    const live = this.#live
    return (
      (this.#display === undefined || this.#display === live.display) &&
      (this.#visibility === undefined || this.#visibility === live.visibility) &&
      (this.#opacity === undefined || this.#opacity === live.opacity) &&
      (this.#cursor === undefined || this.#cursor === live.cursor) &&
      (this.#position === undefined || this.#position === live.position) &&
      (this.#pointerEvents === undefined || this.#pointerEvents === live.pointerEvents) &&
      (this.#overflowY === undefined || this.#overflowY === live.overflowY) &&
      (this.#float === undefined || this.#float === live.float) &&
      (this.#fontSize === undefined || this.#fontSize === live.fontSize) &&
      (this.#fontWeight === undefined || this.#fontWeight === live.fontWeight)
    )
  }
}
