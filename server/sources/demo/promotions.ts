// Coupons and promotions of the demo shop, and how each is classified; touches only this room and facts.
import type { CouponFact, DiscountGroup, OrderDiscountFact } from '#server/domain/facts.ts'
import type { Campaign } from './calendar.ts'
import { ROLES, type Role } from './companies.ts'

export interface Promotion {
  readonly kind: 'coupon' | 'fee'
  readonly name: string
  readonly group: DiscountGroup
  readonly sub_group: string
  readonly promo_name: string
  readonly promo_type: OrderDiscountFact['promo_type']
  readonly discount_type: 'percent' | 'fixed_cart' | 'fixed_product'
  /** Percent of a line, or cents off the order or each unit. */
  readonly value: number
}

type Extra = Partial<Pick<Promotion, 'promo_type' | 'discount_type'>>

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
    ...extra,
  })

const corporate = promotion('coupon', 'CORPORATIVOS')
const massive = promotion('coupon', 'CUPONES MASIVOS')
const bankCoupon = promotion('coupon', 'BANCARIOS')
const bankFee = promotion('fee', 'BANCARIOS')
const categoryCoupon = promotion('coupon', 'DESCUENTOS POR CATEGORÍA')
const categoryFee = promotion('fee', 'DESCUENTOS POR CATEGORÍA')
const otherCoupon = promotion('coupon', 'OTROS')
const otherFee = promotion('fee', 'OTROS')

/** Each bank with a coupon of some percent and a refund on the ticket. */
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

const boxes: Extra = { promo_type: 'boxes-mix' }
const buyMore: Extra = { promo_type: 'buy-x-get-y' }

export const MIXED_BOXES = [
  categoryCoupon('caja-surtida-12', 'cajas surtidas', 'Armá tu caja surtida', 12, boxes),
  categoryCoupon('caja-surtida-fiestas', 'cajas surtidas', 'Caja surtida de fiestas', 18, boxes),
] as const

export const THREE_FOR_TWO: Record<string, Promotion> = {
  Golosinas: categoryFee('Promo 3x2 Golosinas', 'Golosinas', 'Golosinas 3x2', 100, buyMore),
  Alimentos: categoryFee('Promo 3x2 Alimentos', 'Alimentos', 'Alimentos 3x2', 100, buyMore),
}
export const SECOND_AT_HALF: Record<string, Promotion> = {
  Chocolates: categoryFee('Promo: 2da al 50% Chocolates', 'Chocolates', 'Chocolates 2da al 50%', 50, buyMore),
  Alimentos: categoryFee('Promo: 2da al 50% Galletitas', 'Galletitas', 'Galletitas 2da al 50%', 50, buyMore),
}
export const CHOCOLATE_COUPON = categoryCoupon(
  'promo-chocolates-15',
  'Chocolates',
  'Semana del chocolate',
  15,
)
export const FLOUR_COUPON = categoryCoupon('promo-harina-120', 'Harinas', 'Harinas de invierno', 12_000, {
  discount_type: 'fixed_product',
})

export const WELCOME = massive('bienvenida10', 'Bienvenida', 'Primera compra', 10)
export const NEWSLETTER = massive('novedades7', 'Novedades', 'Suscripción al boletín', 7)
export const OFF_2000 = otherCoupon('menos-2000', 'others', 'menos-2000', 200_000, {
  discount_type: 'fixed_cart',
})
export const FREE_SHIPPING = otherCoupon('envio-gratis', 'others', 'Envío gratis', 0, {
  discount_type: 'fixed_cart',
})
export const VOLUME_FEE = otherFee('Bonificación por volumen', 'others', 'Bonificación por volumen', 3)

export interface CompanyCoupons {
  readonly general: Promotion
  readonly chocolates: Promotion
  readonly holidays: Promotion
}

const companyCoupons = ({ coupon, company, percent }: Role): CompanyCoupons => ({
  general: corporate(`${coupon}.general`, company, 'general', percent),
  chocolates: corporate(`${coupon}.chocolates`, company, 'chocolates', percent + 5),
  holidays: corporate(`${coupon}.fiestas`, company, 'fiestas', percent + 10),
})

export const COMPANY_COUPONS: ReadonlyMap<Role, CompanyCoupons> = new Map(
  ROLES.filter(({ company }) => company !== '').map((role) => [role, companyCoupons(role)]),
)

export const campaignCoupon = ({ code, name, percent }: Campaign): Promotion =>
  massive(code, name, code, percent)

/** The face value as the store keeps it. */
export const nominal = ({ discount_type, value }: Promotion): string =>
  (discount_type === 'percent' ? value : value / 100).toFixed(2)

/** The coupons as the shop lists them; one was never used. */
export function couponFacts(campaigns: readonly Promotion[], modified_at: string): CouponFact[] {
  const unused = otherCoupon('sin-uso', 'others', 'sin-uso', 5)
  const coupons = [
    ...[...COMPANY_COUPONS.values()].flatMap(({ general, chocolates, holidays }) => [
      general,
      chocolates,
      holidays,
    ]),
    ...campaigns,
    ...BANK_COUPONS,
    ...MIXED_BOXES,
    CHOCOLATE_COUPON,
    FLOUR_COUPON,
    WELCOME,
    NEWSLETTER,
    OFF_2000,
    FREE_SHIPPING,
    unused,
  ]
  return coupons.map((coupon, index) => ({
    coupon_id: 60_001 + index,
    code: coupon.name,
    discount_type: coupon.discount_type,
    amount: nominal(coupon),
    description: coupon.promo_name,
    modified_at,
  }))
}
