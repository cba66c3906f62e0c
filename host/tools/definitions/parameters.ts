import { z } from 'zod'

/** Longest of each kind of argument; what a model writes is bounded like all else. */
const TARGET = 500
const URL_CHARS = 8_000
export const VALUE_CHARS = 100_000

/** Described once, in `browser_click`; elsewhere the name says it. */
export const target = z.string().min(1).max(TARGET)
export const url = z.string().min(1).max(URL_CHARS)
