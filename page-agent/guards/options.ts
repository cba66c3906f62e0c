export interface GuardOptions {
  /** Secret name of the event that carries a report to the isolated world. */
  channel: string
  /** Secret name of the question which elements listen for clicks. */
  probe: string
  /** New pages are admitted: they become tabs. */
  popups: boolean
}

/** Given by the host around this script; without it the guards stop effects all the same and report to nobody. */
declare const __dshGuards: GuardOptions | undefined

export const options: GuardOptions | undefined = typeof __dshGuards === 'undefined' ? undefined : __dshGuards
