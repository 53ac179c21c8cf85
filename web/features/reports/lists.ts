// The reports as lists: call, columns, first order. Screens show them, menus fetch them ahead. Touches contract, lists and ui.
import {
  buyXGetYColumns,
  mailListColumns,
  mixedBoxesColumns,
  simpleColumns,
  tradeColumns,
} from '#contract/reports-columns.ts'
import { list } from '#web/lists/list.ts'

export const TRADE = list('GET /api/reports/distributor/order-discounts', tradeColumns, {
  perPage: 25,
  orderBy: 'order_date',
  order: 'ASC',
})

export const BUY_X_GET_Y = list('GET /api/reports/wdr', buyXGetYColumns, {
  perPage: 50,
  orderBy: 'order_id',
  order: 'DESC',
})

export const BOXES = list('GET /api/reports/boxes-mix', mixedBoxesColumns, {
  perPage: 25,
  orderBy: 'order_id',
  order: 'DESC',
})

export const SIMPLE = list('GET /api/reports/products/simple', simpleColumns, {
  perPage: 25,
  orderBy: 'total_net_revenue',
  order: 'DESC',
})

export const MAILS = list('GET /api/reports/users/mail-list', mailListColumns, {
  perPage: 50,
  orderBy: 'allow_receive_comunications',
  order: 'DESC',
})
