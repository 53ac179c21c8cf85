// SQL differences between the two order layouts: separate tables (HPOS) or posts.
import { quotedList } from './database.ts'
import { type MetaTable, metaTable, type Selection } from './meta.ts'
import type { ShopTables } from './tables.ts'

/** Statuses that the REST API does not list. */
const UNLISTED = quotedList(['trash', 'auto-draft', 'draft', 'inherit', 'wc-checkout-draft'])

export interface OrderTables {
  /** With the alias o. */
  readonly table: string
  readonly id: string
  readonly parent: string
  readonly created: string
  readonly status: string
  /** An order in any status. */
  readonly isOfType: string
  readonly isOrder: string
  readonly isRefund: string
  readonly byId: string
  readonly byParent: string
  readonly meta: MetaTable
  readonly itemMeta: MetaTable
}

export function orderTables(tables: ShopTables): OrderTables {
  const itemMeta = metaTable(tables, 'woocommerce_order_itemmeta', 'order_item_id')
  const listed = (status: string) => `${status} not in (${UNLISTED})`
  if (tables.hpos)
    return {
      table: `${tables.name('wc_orders')} o`,
      id: 'o.id',
      parent: 'o.parent_order_id',
      created: 'o.date_created_gmt',
      status: 'o.status',
      isOfType: "o.type = 'shop_order'",
      isOrder: `o.type = 'shop_order' and ${listed('o.status')}`,
      isRefund: `o.type = 'shop_order_refund' and ${listed('o.status')}`,
      byId: tables.by('wc_orders', 'id'),
      byParent: tables.by('wc_orders', 'parent_order_id'),
      meta: metaTable(tables, 'wc_orders_meta', 'order_id', 'id'),
      itemMeta,
    }
  return {
    table: `${tables.name('posts')} o`,
    id: 'o.ID',
    parent: 'o.post_parent',
    created: 'o.post_date_gmt',
    status: 'o.post_status',
    isOfType: "o.post_type = 'shop_order'",
    isOrder: `o.post_type = 'shop_order' and ${listed('o.post_status')}`,
    isRefund: `o.post_type = 'shop_order_refund' and ${listed('o.post_status')}`,
    byId: tables.by('posts', 'ID'),
    byParent: tables.by('posts', 'post_parent'),
    meta: metaTable(tables, 'postmeta', 'post_id'),
    itemMeta,
  }
}

/** Records of a kind whose column lies in a range of ids, the first excluded. */
const between =
  (kind: 'isOrder' | 'isRefund', column: 'id' | 'parent') =>
  (orders: OrderTables, after: number, upTo: number): Selection => ({
    from: `${orders.table} ${column === 'id' ? orders.byId : orders.byParent}`,
    where: `${orders[kind]} and ${orders[column]} > ${after} and ${orders[column]} <= ${upTo}`,
  })

export const ordersBetween = between('isOrder', 'id')
export const refundsBetween = between('isRefund', 'id')
export const refundsOfOrders = between('isRefund', 'parent')
