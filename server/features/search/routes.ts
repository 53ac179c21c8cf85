// What the palette finds.
import { search } from '#contract/search.ts'
import type { App } from '#server/http/app.ts'
import { may } from '#server/http/principal.ts'
import { route } from '#server/http/route.ts'
import * as queries from './queries.ts'

/** '4567', '#4567', 'orden PED-2026-0007': a number holds a digit and no space. */
const ORDER_NUMBER = /^(?:orden\s*)?#?\s*(\S*\d\S*)$/i
/** 'A-0001-00004567', 'factura FC A 0001-00004567'. */
const INVOICE_NUMBER = /^(?:factura\s*)?(.*\d.*)$/i

export function searchRoutes(app: App): void {
  const { store } = app
  route(app, search, async ({ body, principal, scope, personal }) => {
    const typed = body.text.trim()
    const [, number = ''] = ORDER_NUMBER.exec(typed) ?? []
    const [, invoice = ''] = INVOICE_NUMBER.exec(typed) ?? []
    const isLong = typed.length > 1
    const mayOrders = may(principal, 'view:orders')
    const [orders, buyers, distributors, products, coupons] = await Promise.all([
      mayOrders && invoice ? queries.ordersNumbered(store, number, invoice, scope) : [],
      mayOrders && personal ? queries.buyers(store, typed, scope) : [],
      isLong && may(principal, 'view:distributors') ? queries.distributors(store, typed, scope) : [],
      isLong && may(principal, 'view:products') ? queries.products(store, typed) : [],
      isLong && may(principal, 'view:benefits') ? queries.coupons(store, typed, scope) : [],
    ])
    return { orders, buyers, distributors, products, coupons }
  })
}
