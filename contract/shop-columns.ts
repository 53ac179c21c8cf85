// Words of «Conectar tienda»; plain data, free of zod, so the browser can load it.

/** What a test of the connection looks at, in its order. */
export const SHOP_CHECKS = [
  'address',
  'api',
  'key',
  'orders',
  'customers',
  'version',
  'permission',
  'reports',
] as const

export const WEBHOOK_STATES = ['active', 'paused', 'disabled', 'missing', 'unknown'] as const
export type WebhookState = (typeof WEBHOOK_STATES)[number]

/** Parts of a mapping that stored rows do not tell enough about. */
export const MAPPING_PARTS = ['distributor', 'business', 'customers', 'discounts', 'orders'] as const
export type MappingPart = (typeof MAPPING_PARTS)[number]
