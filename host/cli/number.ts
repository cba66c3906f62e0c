import { InvalidArgumentError } from 'commander'

/** A commander parser for whole numbers between two bounds, both included. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!Number.isInteger(value) || value < least || value > most) {
      throw new InvalidArgumentError(`It takes a whole number from ${least} to ${most}.`)
    }
    return value
  }
}

/** A commander parser for a share from 0 to 1. */
export function share(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= 0 && value <= 1))
    throw new InvalidArgumentError('It takes a number from 0 to 1.')
  return value
}
