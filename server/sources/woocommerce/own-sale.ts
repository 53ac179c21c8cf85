// Plug-ins of subscriptions and deposits make orders with a parent whose lines they repeat, and which are sold beside it.
import type { OrderPayload } from './payloads.ts'
import { metaText } from './translate.ts'

/** Fields of an order: a subscription is sold again, or YITH's deposits are paid in full. */
export const OWN_SALE_KEYS = [
  ...['_subscription_renewal', '_subscription_resubscribe', '_subscription_switch'],
  ...['sumo_subscription_id', '_has_full_payment'],
]

/** Fields of a line: it is a later payment of WooCommerce Deposits. */
export const OWN_SALE_LINE_KEYS = ['_original_order_id']

/** The later payment of a deposit has the same products, at half the price each where the deposit is 50 %. */
export const isSaleOfItsOwn = ({ meta_data, line_items }: OrderPayload): boolean =>
  metaText(meta_data, OWN_SALE_KEYS) !== '' ||
  line_items.some((line) => metaText(line.meta_data, OWN_SALE_LINE_KEYS) !== '')
