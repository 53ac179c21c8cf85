// Without zod, so that the browser can load it.

export const DISCOUNT_GROUPS = [
  'CORPORATIVOS',
  'CUPONES MASIVOS',
  'BANCARIOS',
  'DESCUENTOS POR CATEGORÍA',
  'OTROS',
] as const
export type DiscountGroup = (typeof DISCOUNT_GROUPS)[number]

export interface BenefitGroup {
  readonly name: DiscountGroup
  readonly word: 'employees' | 'bank' | 'massive-coupons' | 'category' | 'others'
  readonly color: string
}

export const BENEFIT_GROUPS: readonly BenefitGroup[] = [
  { name: 'CORPORATIVOS', word: 'employees', color: '#4263eb' },
  { name: 'CUPONES MASIVOS', word: 'massive-coupons', color: '#0ca678' },
  { name: 'BANCARIOS', word: 'bank', color: '#e8590c' },
  { name: 'DESCUENTOS POR CATEGORÍA', word: 'category', color: '#ae3ec9' },
  { name: 'OTROS', word: 'others', color: '#868e96' },
]

/** Sub-group of discounts that no rule names, as stored and as shown. */
export const NO_SUB_GROUP = { key: 'others', label: 'OTROS' } as const

/** The stored sub-group; both spellings name it. */
export const storedSubGroup = (name: string): string =>
  name === NO_SUB_GROUP.label ? NO_SUB_GROUP.key : name

export const shownSubGroup = (key: string): string => (key === NO_SUB_GROUP.key ? NO_SUB_GROUP.label : key)

/** The group of a short word or name, ignoring case; undefined for `all` and unknown groups. */
export const benefitGroup = (wordOrName: string): BenefitGroup | undefined =>
  BENEFIT_GROUPS.find(({ name, word }) => word === wordOrName || name === wordOrName.toUpperCase())
