/** `8,934`: the same in every locale of the host. */
export const count = (value: number) => value.toLocaleString('en-US')

/** `1 element`, `12 elements`. */
export const counted = (value: number, noun: string) => `${count(value)} ${noun}${value === 1 ? '' : 's'}`
