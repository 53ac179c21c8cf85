// Beyond this size an order is taken for a bot's or for an error until a person accepts it. Without zod, so that the browser can load it.
export const LARGE_ORDER = { amount: 10_000_000_000, units: 10_000_000 } as const

/** The sentence of an answer whose sum cannot be held exactly. */
export const SUM_TOO_LARGE =
  'Una suma pasa de lo que se puede calcular con exactitud: hay órdenes con montos enormes. Un superAdmin las ve en Configuración → Crones → Por aceptar.'

export const LARGE_ORDER_STATES = ['waiting', 'accepted'] as const
export type LargeOrderState = (typeof LARGE_ORDER_STATES)[number]
