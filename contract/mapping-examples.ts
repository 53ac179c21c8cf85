// The guided mapping: examples from the shop's orders, and the rules that follow from the choices of a person.

import { z } from 'zod'
import { DISCOUNT_GROUPS } from './benefit-groups.ts'
import { type DataOf, endpoint } from './endpoint.ts'
import { FIELD_ERRORS } from './errors.ts'
import { place } from './place.ts'
import { count, id, money, percent, text } from './vocabulary.ts'

const access = 'settings'
const failures = ['no-store'] as const

const kind = z.enum(['coupon', 'fee'])
const group = z.enum(DISCOUNT_GROUPS)

const pieces = z
  .array(z.object({ is: z.enum(['text', 'number', 'email', 'letters', 'mixed']), text: z.string() }))
  .describe('A name or rule in pieces; `text` is empty for pieces that stand for any value')

const form = z
  .enum(['exact', 'starts', 'ends', 'whole'])
  .describe('How names are recognised: by their start, their end, a shape, or each separately')

const report = z.enum(['boxes-mix', 'buy-x-get-y']).describe('Report of promotions that lists them')

const family = z.object({
  id: z.string().describe('Identifies the family while the mapping stays the same'),
  kind,
  form,
  label: pieces,
  group: group.nullable().describe('Null: no rule matches'),
  sub_group: z.string(),
  report: report.nullable().describe('Null: in neither'),
  suggested_report: report.nullable().describe('Where the words of its names belong; null: no hint'),
  uses: count,
  amount: money,
  order_id: id.describe('An order that used one of them'),
  names: z
    .array(z.object({ name: z.string(), uses: count, amount: money, order_id: id }))
    .describe('At most 50, most used first; e-mails and long numbers are masked'),
  more: count.describe('Further names'),
})

const field = z.object({
  key: z.string(),
  orders: count,
  coverage: percent.describe('Orders that have it, in percent'),
  distinct: count,
  values: z.array(z.string()).describe('Values that several buyers share, most frequent first'),
  pair: z.string().nullable().describe('Field with values that correspond one to one'),
  holds: z.enum(['ids', 'names']),
})

const SHOWN_BY = [
  'product_type',
  'line_meta',
  'product',
  'fee_key',
  'fee',
  'order_meta',
  'gap',
  'saved_amount',
] as const

const offer = z.object({
  id: z.string().describe('Identifies the offer: what shows it, a space and its name'),
  part: z.enum(['voucher', 'payment', 'saving']),
  from: z.enum(SHOWN_BY).describe('What shows it'),
  form,
  label: pieces.describe('The type, field, product or fee; empty for what totals lack'),
  names: z.array(z.string()).describe('Names of promotions that lower prices, at most 5'),
  orders: count,
  amount: money,
  order_id: id.describe('An order that has it'),
  chosen: z.boolean().describe('The mapping in force names it'),
})

const role = z.object({
  role: z.string(),
  accounts: count,
  company: z.string().nullable().describe('Its label; null: no company'),
  known: z.boolean().describe('False: the mapping does not mention it'),
})

const examples = z.object({
  month: z.string().describe('YYYY-MM'),
  orders: count.describe('Orders of the month that were read'),
  complete: z.boolean().describe('False: the month has more orders; the newest were read'),
  families: z.array(family),
  offers: z
    .array(offer)
    .describe('Sold vouchers, payments with them and lowered prices that the orders show'),
  fields: z.array(field),
  distributor: z
    .object({ id_key: z.string(), name_key: z.string() })
    .nullable()
    .describe('The fields that the mapping in force finds in these orders'),
  roles: z.array(role),
  products: count.describe('Products sold in these orders'),
  places: z.array(
    z.object({
      place,
      products: count.describe('Products that have it'),
      distinct: count,
      values: z.array(z.string()),
    }),
  ),
  categories: z.array(
    z.object({ slug: z.string(), name: z.string(), products: count, ignored: z.boolean() }),
  ),
  business: place,
  segment: place,
})

const progress = {
  state: z.enum(['reading', 'ready', 'failed']),
  progress: z.number().describe('Percent read'),
}

export const mappingExamples = endpoint('POST /api/config/store/mapping/examples', {
  access,
  failures,
  summary: 'Examples from the shop’s orders to build a mapping from',
  description:
    'Starts to read the last month’s orders and returns at once; call it again until `state` is ready. At most 2,000 orders are read, and kept in memory for an hour. Personal data is masked or left out.',
  body: z.object({ again: z.boolean().default(false).describe('Reads the shop again') }),
  data: z.object({ ...progress, examples: examples.nullable() }),
})

const label = text
  .transform((value) => value.trim())
  .refine((value) => !value.includes('$'), { message: FIELD_ERRORS['pattern-dollar'] })

const choices = z.object({
  discounts: z
    .array(
      z.object({
        family: z.string().max(1_000),
        names: z.array(z.string().max(500)).max(50).optional().describe('Absent: all of them'),
        group,
        sub_group: label.describe('Empty: each name is a sub-group of its own'),
        report: report.nullable().optional().describe('Null: in neither; absent: by the names'),
      }),
    )
    .max(200)
    .default([]),
  offers: z
    .array(
      z
        .string()
        .max(1_000)
        .refine(
          (offered) => SHOWN_BY.some((one) => offered.startsWith(`${one} `)),
          'must be the id of an offer',
        ),
    )
    .max(200)
    .default([])
    .meta({ description: 'Ids', example: ['fee_key wallet'] }),
  distributor: z.object({ id_key: text.min(1), name_key: text.min(1) }).optional(),
  roles: z
    .array(
      z.object({
        role: text.min(1),
        company: label.nullable().describe('Null: no company; empty: the words of the role'),
      }),
    )
    .max(200)
    .default([]),
  business: place.optional(),
  segment: place.optional(),
  ignored_categories: z
    .array(text.regex(/^\S+$/))
    .max(500)
    .refine((slugs) => new Set(slugs).size === slugs.length, { message: 'must not repeat a slug' })
    .optional()
    .describe('Slugs'),
})

const moved = { before: money, after: money }

const effect = z.object({
  groups: z
    .array(z.object({ group, ...moved, uses_before: count, uses_after: count }))
    .describe('Discounted in the statuses of benefits'),
  reports: z
    .array(z.object({ report, ...moved, uses_before: count, uses_after: count }))
    .describe('Discounted by promotions of each report in the statuses of benefits'),
  totals: z
    .array(z.object({ total: z.enum(['gross', 'discount', 'net', 'paid', 'gap']), ...moved }))
    .describe(
      'Of completed orders; `paid`: with vouchers, `gap`: what totals have beyond the sum of their parts',
    ),
  sub_groups: z
    .array(z.object({ from: group, to: group, sub_group: z.string(), uses: count, amount: money }))
    .describe('Discounts with another group or sub-group, largest first'),
  distributors: z
    .array(z.object({ dist_id: z.string(), name: z.string(), ...moved }))
    .describe('Net of completed orders; at most 50, largest first'),
  distributor_count: z.object({ before: count, after: count }),
  businesses: z
    .array(z.object({ business: z.string(), ...moved }))
    .describe('Net of the lines of completed orders'),
  segments: z.array(z.object({ business: z.string(), segment: z.string(), ...moved })),
  companies: z
    .array(z.object({ company: z.string(), ...moved, accounts_before: count, accounts_after: count }))
    .describe('Net of the orders of their accounts in the statuses of benefits'),
})

const proposal = z.object({
  mapping: z.record(z.string(), z.unknown()),
  rules: z.array(
    z.object({
      kind,
      form,
      pieces: z.array(pieces).describe('What it matches; several for a list of exact names'),
      pattern: z.string(),
      group,
      sub_group: z.string(),
      report: report.nullable().optional(),
      uses: count,
      also: z.array(z.string()).describe('Names that it also matches and were not chosen'),
    }),
  ),
  month: z.string(),
  orders: count,
  complete: z.boolean(),
  effect,
})

export const mappingFromExamples = endpoint('POST /api/config/store/mapping/from-examples', {
  access,
  failures: [...failures, 'examples-changed'],
  summary: 'The mapping that follows from choices among the examples, and its effect on last month’s figures',
  description:
    'Saves nothing: the returned mapping is saved by POST /api/config/store/mapping. A rule matches exactly the chosen names among all names seen, or lists the others in `also`.',
  body: choices,
  data: z.object({ ...progress, proposal: proposal.nullable() }),
})

export type MappingExamples = z.infer<typeof examples>
export type ExampleFamily = z.infer<typeof family>
export type ExampleOffer = z.infer<typeof offer>
export type PromotionReport = z.infer<typeof report>
export type ExampleField = z.infer<typeof field>
export type ExamplePlace = z.infer<typeof examples>['places'][number]
export type Pieces = z.infer<typeof pieces>
export type MappingChoices = z.output<typeof choices>
export type MappingProposal = z.infer<typeof proposal>
export type MappingEffect = z.infer<typeof effect>
export type ExamplesAnswer = DataOf<typeof mappingExamples>
export type ProposalAnswer = DataOf<typeof mappingFromExamples>
