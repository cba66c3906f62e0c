/** The moment at which a call stops looking further. */
export class Deadline {
  private readonly end: number

  constructor(maxMillis: number) {
    this.end = performance.now() + maxMillis
  }

  passed(): boolean {
    return performance.now() > this.end
  }
}
