// What happens to records that leave the store. Without zod, so that the browser can load it.
export const REMOVAL_STATES = ['waiting', 'removed', 'kept'] as const
export type RemovalState = (typeof REMOVAL_STATES)[number]

export const REMOVAL_COLLECTIONS = ['orders', 'customers', 'products', 'coupons', 'categories'] as const

export type RemovalCollection = (typeof REMOVAL_COLLECTIONS)[number]

export const REMOVAL_COLLECTION_LABELS = {
  orders: 'Órdenes',
  customers: 'Clientes',
  products: 'Productos',
  coupons: 'Cupones',
  categories: 'Categorías',
} as const

export const EVIDENCE_LABELS = {
  trashed: 'Está en la papelera de la tienda',
  gone: 'La tienda dice que no existe',
  unlisted: 'Falta en una carpeta declarada completa',
} as const
