// Beyond this size an order is taken for a bot's or for an error until a person accepts it. Without zod, so that the browser can load it.
export const LARGE_ORDER = { amount: 10_000_000_000, units: 10_000_000 } as const

export const LARGE_ORDER_STATES = ['waiting', 'accepted'] as const
export type LargeOrderState = (typeof LARGE_ORDER_STATES)[number]
