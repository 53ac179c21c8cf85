// States of «Conectar tienda». Without zod, so that the browser can load it.

/** Checks of the connection test, in order. */
export const SHOP_CHECKS = [
  'address',
  'api',
  'key',
  'orders',
  'customers',
  'version',
  'permission',
  'reports',
  'settings',
] as const

export const WEBHOOK_STATES = ['active', 'paused', 'disabled', 'missing', 'unknown'] as const
export type WebhookState = (typeof WEBHOOK_STATES)[number]

/** Parts of a mapping that need another import, because stored rows lack their data. */
export const MAPPING_PARTS = ['distributor', 'business', 'customers', 'discounts', 'orders'] as const
export type MappingPart = (typeof MAPPING_PARTS)[number]
