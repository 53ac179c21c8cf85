import { z } from 'zod'
import { type DataOf, monthEndpoint, type RowOf } from './endpoint.ts'
import { listEndpoints } from './list-endpoint.ts'
import { benefitLists } from './lists/benefits.ts'
import { benefitStatusWords } from './status-words.ts'
import { comparison, count, datesBetween, money, oneOf, percent, text, wordsOf } from './vocabulary.ts'

const access = 'view:benefits'

const group = z.string().meta({
  description: 'CORPORATIVOS, CUPONES MASIVOS, BANCARIOS, DESCUENTOS POR CATEGORÍA or OTROS',
  example: 'BANCARIOS',
})
const subGroup = z.string().meta({
  description: 'OTROS where no rule names one; a company by its name',
  example: 'Empleado Arcor',
})

const ofGroup = text.optional().describe('Group name, or employees, bank, massive-coupons, category, others')
const ofSubGroup = text.optional().describe('Exactly this sub-group')

const couponCodes = text
  .transform((value) => wordsOf(value.toLowerCase()))
  .meta({ description: 'Coupon codes separated by commas', example: 'bienvenida10,hotsale2026' })

export const benefitCalls = listEndpoints(benefitLists, {
  couponTotals: {
    query: {
      line_type: oneOf(['coupon', 'fee'])
        .default('coupon')
        .describe('coupon: by code; fee: promotions, by their name on the order'),
    },
  },
  couponsUsed: { query: { promotion_ids: couponCodes.optional() } },
  discountDetails: { query: { group: ofGroup, sub_group: ofSubGroup, status: benefitStatusWords } },
  couponLines: {
    query: {
      group: ofGroup,
      only_sub_group: ofSubGroup,
      only_discount: text.optional().describe('Exactly this coupon code or promotion'),
      only_coupon: text
        .optional()
        .describe(
          'Exactly the coupons with this name after the part up to the first dot is removed, without coupons of employees',
        ),
    },
  },
})

const usedCoupons = z.object({ used_coupons: count, 'dates-between': datesBetween })

export const totalUsedCoupons = monthEndpoint('/api/discounts/total-used-coupons', {
  access,
  summary: 'Coupon codes per completed order, summed: the scorecard’s used_coupons',
  query: comparison,
  data: z.object({ main_month: usedCoupons, prev_month: usedCoupons, increment: percent }),
})

/** The specification's short words for the groups. */
export const GROUP_WORDS = ['employees', 'bank', 'massive-coupons', 'category', 'others', 'all'] as const

const groupWord = oneOf(GROUP_WORDS).describe('Group of discounts; all: every one')

const groupSummary = z.object({
  group,
  color: z.string(),
  total_discounted: money,
  cant: count.describe('Discounts applied'),
  values: count.describe('Orders with a discount of the group'),
  percent: percent.describe('Share of TOTAL_DISCOUNTED'),
})

const groupsOfMonth = {
  data_groups: z.array(groupSummary),
  TOTAL_DISCOUNTED: money,
  TOTAL_CANT: count,
}

const corporateBuyer = z.object({
  role: z.string().describe('The company’s label; Customer for the shop’s plain customers'),
  original_role: z.string(),
  total_users: count.describe('Accounts of the role registered up to the month’s end'),
  total_amount: money.describe('Net'),
  total_orders: count,
  subtotal_amount: money.describe('Gross'),
  total_discounted: money,
  total_refunded: money.describe('Gross less discount less this is the net'),
  prev_amount: money.describe('Net of the compared month'),
  difference: money.describe('total_amount less prev_amount'),
  increment: percent.describe('Change of total_amount; 0 where there was none'),
  distinct_total_orders: z.record(z.string(), count).describe('Orders per period (YYYY-MM)'),
})

export const couponGroups = monthEndpoint('/api/reports/coupons/group', {
  access,
  summary: 'Discounts of the month per group, sub-group and status, and the companies’ purchases',
  description: 'Limited to the requested group; `corporates` is filled for employees and all.',
  query: {
    ...comparison,
    group: groupWord.default('employees'),
    order_by: oneOf(['total-discounted', 'quantity', 'group'])
      .default('total-discounted')
      .describe('Order of `rows`, the highest first'),
  },
  data: z.object({
    ...groupsOfMonth,
    prev_data: z.object(groupsOfMonth).describe('The compared month'),
    rows: z.array(z.object({ group, order_status: z.string(), quantity: count, 'total-discounted': money })),
    sub_groups: z.array(z.object({ group, sub_group: subGroup, total_discounted: money, cant: count })),
    corporates: z.array(corporateBuyer),
  }),
})

const statusDiscount = z.object({ total_discounted: money, total_quantity: count })

export const couponSubGroups = monthEndpoint('/api/reports/coupons/subgroup', {
  access,
  summary: 'Discounts of the month per sub-group, keyed by status, beside the compared month',
  query: {
    ...comparison,
    group: groupWord.default('all'),
    sub_group: ofSubGroup,
    order_by: oneOf(['total_discounted', 'total_quantity', 'sub_group'])
      .default('total_discounted')
      .describe('Order of the sub-groups, the highest first'),
  },
  data: z.array(
    z.object({
      group,
      sub_group: subGroup,
      orders: z.record(z.string(), statusDiscount).describe('Keyed by status'),
      total_discounted: money,
      total_quantity: count,
      prev_discounted: money.describe('total_discounted of the compared month'),
      difference: money.describe('total_discounted less prev_discounted'),
      increment: percent.describe('Change of total_discounted; 0 where there was none'),
    }),
  ),
})

export type CouponTotalRow = RowOf<typeof benefitCalls.couponTotals>
export type CouponGroups = DataOf<typeof couponGroups>
export type CorporateBuyer = z.infer<typeof corporateBuyer>
export type SubGroupRow = RowOf<typeof couponSubGroups>
