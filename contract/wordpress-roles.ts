/** Roles of every WooCommerce shop: its customers and its staff, never a company's employees. */
export const WORDPRESS_ROLES = [
  'customer',
  'administrator',
  'shop_manager',
  'editor',
  'author',
  'contributor',
  'subscriber',
] as const
