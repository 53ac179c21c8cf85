// Finds orders, buyers, distributors, products and coupons by what a person types. A POST, so that names stay out of addresses.
import { z } from 'zod'
import { type DataOf, endpoint } from './endpoint.ts'
import { id, isoDate, text } from './vocabulary.ts'

/** Of each kind. */
export const MOST_FOUND = 8

export const search = endpoint('POST /api/search', {
  access: 'session',
  onlyReads: true,
  summary: 'What the typed text finds, of the kinds and distributors that the caller may see',
  description: `At most ${MOST_FOUND} of each kind. Every typed word must begin a word of the name, without regard to case and accents. Buyers need the permissions for orders and personal data.`,
  body: z.object({ text: text.min(1).max(200).meta({ example: 'pérez luc' }) }),
  data: z.object({
    orders: z
      .array(
        z.object({
          order_id: id,
          number: text,
          month: text,
          date: isoDate,
          dist_name: text,
          invoice_number: text.describe('The invoice that was typed; empty: found by its id or number'),
        }),
      )
      .describe(
        'With this id, with this number given by a plug-in, or with this invoice; the one with the id first',
      ),
    buyers: z
      .array(
        z.object({
          order_id: id.describe('The newest order of the buyer among those found'),
          date: isoDate,
          month: text,
          name: text,
          surname: text,
          email: text,
        }),
      )
      .describe('By name, then by e-mail, the newest order first'),
    distributors: z
      .array(z.object({ dist_id: text, dist_name: text }))
      .describe('By name or the beginning of the id'),
    products: z
      .array(
        z.object({
          product_id: id,
          sku: text,
          product_name: text,
          parent_id: id.describe('The product of a variation; 0: none'),
        }),
      )
      .describe('By name or the beginning of the SKU'),
    coupons: z.array(z.object({ code: text })).describe('By the beginning of the code'),
  }),
})

export type Found = DataOf<typeof search>
