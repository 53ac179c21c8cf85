import { z } from 'zod'
import { orderDetail } from '#contract/order.ts'
import { orderCalls } from '#contract/orders.ts'
import { provinceKey } from '#contract/value-labels.ts'
import { tool } from './tool.ts'

const MAX_ORDERS = 100
const text = z.string().max(255)

export const findOrdersTool = tool({
  name: 'find_orders',
  description:
    'Finds orders of a month by status, distributor, province, number or invoice, the newest first. Orders in another currency are listed and in no figure: ask answer_question for counts and sums. Names of people appear only with the permission to see personal data.',
  input: z.object({
    month: z
      .string()
      .regex(/^(19|2\d)\d\d-(0[1-9]|1[0-2])$/)
      .optional()
      .describe('YYYY-MM; default: the last month with data'),
    status: text
      .optional()
      .describe('COMPLETADO (default), PROCESANDO, CANCELADO, … or TODOS; several by commas'),
    distributor: text
      .optional()
      .describe('Key of the distributor, as in answers by distributor; its name finds nothing'),
    province: text.optional().describe('Such as CÓRDOBA'),
    order_id: text.optional().describe('Part of the id of the order'),
    number: text.optional().describe('Part of what the shop calls the order'),
    invoice_number: text.optional().describe('Part of the number of the invoice'),
    page: z.number().int().min(1).max(1_000_000).optional(),
    rows: z.number().int().min(1).max(MAX_ORDERS).optional().describe('Rows of a page; default: 25'),
  }),
  async run({ month, distributor, province, rows = 25, ...rest }, { get, link }) {
    const query = {
      ...rest,
      start_date: month,
      only_dist_id: distributor,
      state: province === undefined ? undefined : provinceKey(province),
      per_page: rows,
    }
    const { data, meta } = await get(orderCalls.orders, { query })
    const { per_page: _, total, ...context } = meta
    return {
      orders: data.map((order) => ({ ...order, link: link(`/orders/${order.order_id}`) })),
      row_count: total,
      ...context,
    }
  },
})

export const orderTool = tool({
  name: 'get_order',
  description: 'Shows one order: lines, discounts, refunds, and which figures it counts in and why.',
  input: z.object({ order_id: z.number().int().min(1).max(999_999_999_999_999) }),
  async run({ order_id }, { get, link }) {
    const { data, meta } = await get(orderDetail, { params: { order_id: String(order_id) } })
    return { ...data, updated_at: meta.updated_at, link: link(`/orders/${order_id}`) }
  },
})
