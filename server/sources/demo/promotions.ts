import type { DiscountGroup } from '#contract/benefit-groups.ts'
import type { CouponFact, OrderDiscountFact } from '#server/domain/facts.ts'
import type { Campaign } from './calendar.ts'
import type { CatalogueItem } from './catalogue.ts'
import { ROLES, type Role } from './roles.ts'

export interface Promotion {
  readonly kind: 'coupon' | 'fee'
  readonly name: string
  readonly group: DiscountGroup
  readonly sub_group: string
  readonly promo_name: string
  readonly promo_type: OrderDiscountFact['promo_type']
  readonly discount_type: 'percent' | 'fixed_cart' | 'fixed_product'
  /** Percent of a line, or cents off the order or off each unit. */
  readonly value: number
  /** The products it applies to; by default all. */
  readonly only: Partial<Pick<CatalogueItem, 'business' | 'segment'>>
}

type Extra = Partial<Pick<Promotion, 'promo_type' | 'discount_type' | 'only'>>

const promotion =
  (kind: Promotion['kind'], group: DiscountGroup) =>
  (name: string, sub_group: string, promo_name: string, value: number, extra: Extra = {}): Promotion => ({
    kind,
    name,
    group,
    sub_group,
    promo_name,
    promo_type: '',
    discount_type: 'percent',
    value,
    only: {},
    ...extra,
  })

const corporateCoupon = promotion('coupon', 'CORPORATIVOS')
const massiveCoupon = promotion('coupon', 'CUPONES MASIVOS')
const bankCoupon = promotion('coupon', 'BANCARIOS')
const bankFee = promotion('fee', 'BANCARIOS')
const categoryCoupon = promotion('coupon', 'DESCUENTOS POR CATEGORÍA')
const categoryFee = promotion('fee', 'DESCUENTOS POR CATEGORÍA')
const otherCoupon = promotion('coupon', 'OTROS')
const otherFee = promotion('fee', 'OTROS')

const CHOCOLATES = { business: 'Chocolates' }
const BOXES = { promo_type: 'boxes-mix', only: { segment: 'Cajas surtidas' } } as const
const BUY_MORE = { promo_type: 'buy-x-get-y' } as const
const OFF_THE_ORDER = { discount_type: 'fixed_cart' } as const

/** Each bank has a coupon and a refund on the ticket of half its percent. */
const BANKS = [
  ['Banco Andino', 'bco-andino-15', 15],
  ['Banco del Litoral', 'bco-litoral-10', 10],
  ['Banco Pampeano', 'bco-pampeano-20-miercoles', 20],
  ['Tarjeta Austral', 'tarjeta-austral-12', 12],
  ['365 Banco', '365-banco-18', 18],
] as const

export const BANK_COUPONS = BANKS.map(([bank, code, percent]) => bankCoupon(code, bank, code, percent))
export const BANK_FEES = BANKS.map(([bank, , percent]) =>
  bankFee(`Reintegro "${bank}"`, bank, `Reintegro ${bank}`, percent / 2),
)

const boxCoupon = (code: string, name: string, percent: number) =>
  categoryCoupon(code, 'cajas surtidas', name, percent, BOXES)
export const MIXED_BOXES = boxCoupon('caja-surtida-12', 'Armá tu caja surtida', 12)
export const MIXED_BOXES_DECEMBER = boxCoupon('caja-surtida-fiestas', 'Caja surtida de fiestas', 18)

/** Fees that give units away: three for two, and the second one at half price. */
export const THREE_FOR_TWO = ['Golosinas', 'Alimentos'].map((business) =>
  categoryFee(`Promo 3x2 ${business}`, business, `${business} 3x2`, 100, { ...BUY_MORE, only: { business } }),
)
const secondAtHalf = (name: string, only: Promotion['only']) =>
  categoryFee(`Promo: 2da al 50% ${name}`, name, `${name} 2da al 50%`, 50, { ...BUY_MORE, only })
export const SECOND_AT_HALF = [
  secondAtHalf('Chocolates', CHOCOLATES),
  secondAtHalf('Galletitas', { segment: 'Galletitas' }),
]

export const CHOCOLATE_COUPON = categoryCoupon(
  'promo-chocolates-15',
  'Chocolates',
  'Semana del chocolate',
  15,
  {
    only: CHOCOLATES,
  },
)
export const FLOUR_COUPON = categoryCoupon('promo-harina-120', 'Harinas', 'Harinas de invierno', 12_000, {
  discount_type: 'fixed_product',
  only: { business: 'Harinas' },
})

export const WELCOME = massiveCoupon('bienvenida10', 'Bienvenida', 'Primera compra', 10)
export const NEWSLETTER = massiveCoupon('novedades7', 'Novedades', 'Suscripción al boletín', 7)
export const OFF_2000 = otherCoupon('menos-2000', 'others', 'menos-2000', 200_000, OFF_THE_ORDER)
export const FREE_SHIPPING = otherCoupon('envio-gratis', 'others', 'Envío gratis', 0, OFF_THE_ORDER)
export const VOLUME_FEE = otherFee('Bonificación por volumen', 'others', 'Bonificación por volumen', 3)
const UNUSED = otherCoupon('sin-uso', 'others', 'sin-uso', 5)

export interface CompanyCoupons {
  readonly general: Promotion
  readonly chocolates: Promotion
  readonly holidays: Promotion
}

function companyCoupons({ role, company, percent }: Role): CompanyCoupons {
  const coupon = (name: string, value: number, only: Promotion['only'] = {}) =>
    corporateCoupon(`${role.replaceAll('_', '-')}.${name}`, company, name, value, { only })
  return {
    general: coupon('general', percent),
    chocolates: coupon('chocolates', percent + 5, CHOCOLATES),
    holidays: coupon('fiestas', percent + 10),
  }
}

export const COMPANY_COUPONS: ReadonlyMap<Role, CompanyCoupons> = new Map(
  ROLES.filter(({ company }) => company !== '').map((role) => [role, companyCoupons(role)]),
)

export const campaignCoupon = ({ code, name, percent }: Campaign): Promotion =>
  massiveCoupon(code, name, code, percent)

/** The face value as the store keeps it. */
export const nominal = ({ discount_type, value }: Promotion): string =>
  (discount_type === 'percent' ? value : value / 100).toFixed(2)

/** The coupons as the shop lists them. */
export const couponFacts = (campaigns: readonly Promotion[], modified_at: string): CouponFact[] =>
  [
    ...[...COMPANY_COUPONS.values()].flatMap((coupons) => Object.values<Promotion>({ ...coupons })),
    ...campaigns,
    ...BANK_COUPONS,
    ...[MIXED_BOXES, MIXED_BOXES_DECEMBER, CHOCOLATE_COUPON, FLOUR_COUPON],
    ...[WELCOME, NEWSLETTER, OFF_2000, FREE_SHIPPING, UNUSED],
  ].map((coupon, index) => ({
    coupon_id: 60_001 + index,
    code: coupon.name,
    discount_type: coupon.discount_type,
    amount: nominal(coupon),
    description: coupon.promo_name,
    modified_at,
  }))
