/** The moment at which a call stops looking further. */
export class Deadline {
  private readonly end: number

  constructor(maxMillis: number) {
    this.end = performance.now() + maxMillis
  }

  /** Whether something was left undone because the time was over. */
  struck = false

  passed(): boolean {
    if (performance.now() > this.end) this.struck = true
    return this.struck
  }
}
