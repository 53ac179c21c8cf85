// How a shop records distributors, companies and benefits: validated JSON with defaults.

import { z } from 'zod'
import { DISCOUNT_GROUPS, type DiscountGroup } from '#contract/benefit-groups.ts'
import { FIELD_ERRORS } from '#contract/errors.ts'
import { place } from '#contract/place.ts'
import { WORDPRESS_ROLES } from '#contract/wordpress-roles.ts'
import { patternError } from './pattern.ts'

const pattern = z.string().check(({ value, issues }) => {
  const message = patternError(value)
  if (message !== undefined) issues.push({ code: 'custom', input: value, message })
})
const patterns = z.array(pattern)
const keys = z.array(z.string().min(1))

const metaField = z.strictObject({ key: z.string().min(1), field: z.string().min(1) })

const discountRule = z
  .object({
    /** Coupons or negative fees only; both by default. */
    kind: z.enum(['coupon', 'fee']).optional(),
    /** For the coupon's code or the fee's name, case-insensitive. */
    pattern: pattern.optional(),
    /** For a meta field of the coupon or fee line. */
    meta: z.object({ key: z.string().min(1), pattern }).optional(),
    group: z.enum(DISCOUNT_GROUPS),
    /** May quote groups of the pattern: $1, $2, $& … */
    sub_group: z.string().min(1),
    promo_name: z.string().min(1).default('$_'),
    /** The report of promotions that lists them ('': none); without it, `mixed_boxes` and `buy_x_get_y` decide by name. */
    promo_type: z.enum(['', 'boxes-mix', 'buy-x-get-y']).optional(),
  })
  .refine((rule) => rule.pattern !== undefined || rule.meta !== undefined, {
    error: FIELD_ERRORS['pattern-missing'],
  })

/** Rules that keep the whole name as the promotion. */
const rules = (kind?: 'coupon' | 'fee') => (group: DiscountGroup, sub_group: string, pattern: string) => ({
  ...(kind && { kind }),
  pattern,
  group,
  sub_group,
  promo_name: '$_',
})
const [coupons, fees, both] = [rules('coupon'), rules('fee'), rules()]

export const mappingSchema = z.strictObject({
  distributor: z
    .strictObject({
      id_keys: keys.default(['_dist_id', 'dist_id']),
      name_keys: keys.default(['_dist_name', 'dist_name']),
      email_keys: keys.default(['_dist_email', 'dist_email']),
      /** If an order has one of these, its distributor delivers by calendar. */
      calendar_keys: keys.default(['_delivery_date', 'delivery_date', '_fecha_entrega', 'fecha_entrega']),
    })
    .prefault({}),
  /** Payment methods (id or title) which show that a distributor accepts Mercado Pago, or cards through Lyra. */
  payments: z
    .strictObject({
      mp: patterns.default(['mercado.?pago']),
      lyra: patterns.default(['lyra', 'payzen']),
    })
    .prefault({}),
  /** A category's level is by default 1 for the business and 2 for the segment. */
  business: place.default({ from: 'category' }),
  segment: place.default({ from: 'category' }),
  /** Meta fields of plug-ins for a product's primary category. */
  primary_category_keys: keys.default(['_yoast_wpseo_primary_product_cat', 'rank_math_primary_product_cat']),
  /** Slugs that mean "none". */
  ignored_categories: keys.default(['uncategorized', 'sin-categoria', 'sin-categorizar']),
  /**
   * Roles that are companies, and their labels ($1 quotes the pattern; without a label the words of the role; null: not a
   * company). The first match decides.
   */
  companies: z
    .array(z.strictObject({ role: pattern, label: z.string().min(1).nullable().optional() }))
    .default([{ role: '^(?:empleado|convenio|jubilado)[_-].+$' }]),
  /** Roles known not to be companies; any other one is reported as unmapped. */
  other_roles: keys.default([...WORDPRESS_ROLES, 'mayorista', 'minorista', 'distribuidor']),
  /** Tested in this order; the first match decides. */
  discounts: z
    .array(discountRule)
    .default([
      coupons('CORPORATIVOS', '$1', '^((?:empleado|jubilado|vip)s?-[^.]+)'),
      coupons('CORPORATIVOS', 'convenio-osde', '^(?:convenio-)?osde\\b'),
      both('BANCARIOS', 'Banco Nación', '\\b(?:bco|banco)[ .-]+naci[oó]n'),
      coupons('BANCARIOS', 'Banco $1', '^(?:bco|banco)[.-]([^.\\d-]+)'),
      fees('BANCARIOS', '$1', '((?:\\d+ )?(?:banco|bco\\.?) [^",.;:()%]+)'),
      coupons('CORPORATIVOS', '$&', '^convenio-[^.]+'),
      both('DESCUENTOS POR CATEGORÍA', 'cajas surtidas', 'cajas?[ -]+surtidas?|mix[ -]?box|\\bsurtido\\b'),
      coupons('DESCUENTOS POR CATEGORÍA', '$1', '^\\d+x\\d+[.-](.+)$'),
      coupons('DESCUENTOS POR CATEGORÍA', '$1', '^promo-([^.\\d-]+)'),
      fees('DESCUENTOS POR CATEGORÍA', '$1', '\\b\\d+ ?x ?\\d+ +(?:en )?(.+)$'),
      fees('DESCUENTOS POR CATEGORÍA', '$&', '\\b\\d+ ?x ?\\d+\\b'),
      fees('DESCUENTOS POR CATEGORÍA', '$&', '(?:2 ?d?[aª]|segunda) unidad.*'),
      coupons(
        'CUPONES MASIVOS',
        '$1',
        '^(cyber-?monday|hot-?sale|black-?friday|d[ií]a-?(?:del?-?(?:la-?)?)?[^.\\d-]+|bienvenid[ao]s?|env[ií]o-gratis|menos|navidad|pascuas?|verano|invierno)',
      ),
      fees('OTROS', '$&', '^bonificaci[oó]n por .+'),
    ]),
  mixed_boxes: patterns.default(['cajas?[ -]+surtidas?', 'mix[ -]?box', '\\bsurtido\\b']),
  buy_x_get_y: patterns.default(['\\b\\d+ ?x ?\\d+\\b', '(?:2 ?d?[aª]|segunda) unidad']),
  /** Products that are vouchers, such as gift cards and top-ups of a wallet: by the shop's product type, id or a meta field of their lines. */
  vouchers: z
    .strictObject({
      product_types: keys.default([]),
      product_ids: z.array(z.int().positive()).default([]),
      line_keys: keys.default([]),
    })
    .prefault({}),
  /**
   * What pays with a voucher: coupons by code, negative fees by name or by the key that their plug-in gives them, order meta with the amount, with one per
   * card or in a field of its value, or whatever an order's total lacks to the sum of its parts.
   */
  voucher_payments: z
    .strictObject({
      coupons: patterns.default([]),
      fees: patterns.default([]),
      fee_keys: keys.default([]),
      meta_keys: z.array(z.union([z.string().min(1), metaField])).default([]),
      gap: z.boolean().default(false),
    })
    .prefault({}),
  /**
   * Meta fields of lines with what a promotion took off their price: a field of the value, and the promotion's name, which another field
   * of it may tell ('rules.title': the first in a list).
   */
  line_savings: z
    .array(
      z.strictObject({
        key: z.string().min(1),
        field: z.string().min(1).optional(),
        name: z.string().min(1).default('Rebaja de precio'),
        name_field: z.string().min(1).optional(),
        per_unit: z.boolean().default(false),
      }),
    )
    .default([]),
  /** Meta fields with what goods cost, besides WooCommerce's own: of a product's unit, of a whole line, of a line's unit. */
  costs: z
    .strictObject({
      product_keys: keys.default(['_wc_cog_cost', '_alg_wc_cog_cost']),
      line_keys: keys.default(['_wc_cog_item_total_cost']),
      line_unit_keys: keys.default(['_wc_cog_item_cost', '_alg_wc_cog_item_cost']),
    })
    .prefault({}),
  /** Of an order that contains others, as marketplaces split orders: which count, the orders per seller, the whole one, or both. */
  split_orders: z.enum(['children', 'parent', 'both']).default('children'),
  employee_id_keys: keys.default(['legajo', 'employee_id', '_employee_id']),
  locality_keys: keys.default(['localidad', 'locality', 'billing_localidad']),
  allow_communications_keys: keys.default(['allow_receive_comunications', 'allow_receive_communications']),
  allow_samples_keys: keys.default(['allow_receive_samples']),
  invoice_number_keys: keys.default([
    '_invoice_number',
    'invoice_number',
    '_wcpdf_invoice_number',
    'numero_factura',
  ]),
})

export type Mapping = z.output<typeof mappingSchema>
export type DiscountRule = Mapping['discounts'][number]

export const DEFAULT_MAPPING: Mapping = mappingSchema.parse({})
