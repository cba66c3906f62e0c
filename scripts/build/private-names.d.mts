export function privateNames(entry: string): string[]
