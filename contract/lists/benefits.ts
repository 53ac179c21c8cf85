import { column, field } from '../columns.ts'
import { list } from '../list.ts'
import { PROVINCE_LABELS } from '../value-labels.ts'
import { distributor, numberedOrder, person } from './common.ts'

const access = 'view:benefits'

/** Other deductions from the order: Bruto less these and the row's discount is Neto. */
const otherDiscounts = { description: 'The other discounts of the order, coupons and promotions' } as const

const groupDescription = {
  description: 'CORPORATIVOS, CUPONES MASIVOS, BANCARIOS, DESCUENTOS POR CATEGORÍA or OTROS',
  example: 'BANCARIOS',
} as const
const subGroupDescription = {
  description: 'OTROS if no rule names one; the name of a company',
  example: 'Empleado Arcor',
} as const
const groups = [
  column('group', 'Grupo', 'text', groupDescription),
  column('sub_group', 'Subgrupo', 'text', subGroupDescription),
] as const

/** One row per discount of an order. */
const byDiscount = {
  access,
  hidden: [field('discount_id', 'id', { description: 'Distinguishes the discounts of an order' })],
  key: ['order_id', 'discount_id'],
} as const

export const benefitLists = {
  virtualCoupons: list('/api/discounts/virtual-coupons-list', {
    ...byDiscount,
    summary: 'Every use of a coupon in the month',
    columns: [
      ...numberedOrder,
      column('promo', 'Promo', 'text', { filter: 'promo_name' }),
      column('coupon_code', 'Cupón', 'text', { filter: 'coupon_code' }),
      column('discount_value', 'Descuento', 'money'),
      ...groups,
      column('status', 'Estado', 'status'),
    ],
    orderBy: 'promo',
    file: 'cupones_virtuales',
  }),

  couponTotals: list('/api/discounts/total-by-periods', {
    access,
    summary: 'Uses and amount of each coupon (or fee) of the month',
    columns: [
      column('name', 'Cupón', 'text', { filter: 'name' }),
      column('total_used', 'Usos', 'integer'),
      column('total_amount_discounted', 'Total descontado', 'money'),
      ...groups,
    ],
    key: ['name'],
    orderBy: 'total_amount_discounted',
    maxPerPage: 10_000,
    file: 'cupones',
  }),

  couponsUsed: list('/api/discounts/virtual-coupons-used-details', {
    ...byDiscount,
    summary: 'Every use of a coupon in the month with its buyer',
    columns: [
      ...numberedOrder,
      ...person,
      column('city', 'Ciudad', 'text', { filter: 'city' }),
      column('state', 'Provincia', 'text', { filter: 'state', labels: PROVINCE_LABELS }),
      column('promo_name', 'Promo', 'text', { filter: 'promo_name' }),
      column('coupon_code', 'Cupón'),
      column('order_subtotal', 'Bruto', 'money'),
      column('total_discounted', 'Desc', 'money'),
      column('other_discounts', 'Otros desc', 'money', otherDiscounts),
      column('refunded', 'Reembolsado', 'money'),
      column('order_total', 'Neto', 'money'),
    ],
    orderBy: 'order_id',
    file: 'cupones_usados',
  }),

  /** Detalle Beneficio Masivo / Bancario; amounts have 1 decimal on screen, as the specification says. */
  discountDetails: list('/api/discounts/coupon-and-discount-lists', {
    ...byDiscount,
    summary: 'Every discount of the month with its order: coupons and promotions',
    columns: [
      ...numberedOrder,
      column('firstname', 'Nombre', 'text', { filter: 'firstname', personal: true }),
      column('surname', 'Apellido', 'text', { filter: 'surname', personal: true }),
      column('promo_name', 'Promo', 'text', { filter: 'promo_name' }),
      column('discount_name', 'Cupon/Desc', 'text', { filter: 'discount_name' }),
      column('order_subtotal', 'Bruto', 'money1'),
      column('total_discounted', 'Desc', 'money1'),
      column('other_discounts', 'Otros desc', 'money1', otherDiscounts),
      column('refunded', 'Reembolsado', 'money1'),
      column('order_total', 'Neto', 'money1'),
    ],
    orderBy: 'order_id',
    file: 'detalle_de_descuento',
  }),

  couponLines: list('/api/reports/coupons', {
    ...byDiscount,
    summary: 'Every discount of the month with its group',
    columns: [
      ...numberedOrder,
      column('group', 'Grupo', 'text', groupDescription),
      column('sub_group', 'Subgrupo', 'text', { filter: 'sub_group', ...subGroupDescription }),
      column('promo_name', 'Promo', 'text', { filter: 'promo_name' }),
      column('discount_name', 'Cupon/Desc', 'text', { filter: 'discount_name' }),
      column('discount_value', 'Descuento', 'money'),
      column('status', 'Estado', 'status'),
    ],
    orderBy: 'date',
    order: 'ASC',
    file: 'detalle_de_cupones',
  }),

  groupDistributors: list('/api/reports/coupons/group-by-distributors', {
    access,
    summary: 'Discounts of the month per distributor',
    columns: [
      ...distributor,
      column('total-discount', 'Total Descontado', 'money'),
      column('quantity', 'Cant.', 'integer'),
    ],
    key: ['dist_id'],
    orderBy: 'total-discount',
    orderAliases: { 'total-discounted': 'total-discount' },
    file: 'descuentos_por_distribuidor',
  }),
}
