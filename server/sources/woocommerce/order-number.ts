// Plug-ins give orders numbers of their own, which buyers, mails and invoices name.
import { storable } from '#server/domain/folded.ts'
import type { OrderPayload } from './payloads.ts'
import { metaText } from './translate.ts'

/** Where plug-ins keep them; whole numbers with prefix and suffix before bare ones. */
export const ORDER_NUMBER_KEYS = [
  '_order_number_formatted',
  '_alg_wc_full_custom_order_number',
  '_ywson_custom_number_order_complete',
  '_wcj_order_number_full',
  '_order_number',
  '_alg_wc_custom_order_number',
  '_wcj_order_number',
  '_sequential_order_number',
]

/** The number of an order where it is not its id; else ''. The REST API tells it, and the database only in the plug-in's field. */
export function orderNumber({ id, number, meta_data }: OrderPayload): string {
  const isOwn = (text: string) => text !== '' && text !== String(id)
  const told = number.trim()
  const kept = isOwn(told) ? told : metaText(meta_data, ORDER_NUMBER_KEYS)
  return isOwn(kept) ? storable(kept) : ''
}
