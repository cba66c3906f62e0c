/** What hosts and models take of one picture; the browser scales down to it. Bytes of PNG, and pixels a side. */
export const IMAGE_LIMITS = { maxBytes: 3_670_016, maxSide: 2_000 } as const
