import { describe, expect, it } from 'vitest'
import type { CorporateBuyer, CouponGroups, CouponTotalRow } from '#contract/benefits.ts'
import { boughtPercent, companiesOf, digitsLast, groupMeasures, topCoupons } from './rules.ts'

const coupon = (name: string, total_used: number, total_amount_discounted: number): CouponTotalRow => ({
  name,
  total_used,
  total_amount_discounted,
  group: 'OTROS',
  sub_group: 'OTROS',
})

describe('10 Cupones más usados', () => {
  it('skips employees, strips prefixes and sums equal names', () => {
    const rows = [
      coupon('empleado-arcor.general', 90, 900),
      coupon('convenio-salud.general', 41, 10.1),
      coupon('jubilado-arcor.general', 16, 20.2),
      coupon('hotsale', 50, 5),
      coupon('club.verano.2026', 3, 1),
    ]
    expect(topCoupons(rows)).toEqual([
      { name: 'general', total_used: 57, total_amount_discounted: 30.3 },
      { name: 'hotsale', total_used: 50, total_amount_discounted: 5 },
      { name: 'verano.2026', total_used: 3, total_amount_discounted: 1 },
    ])
  })

  it('keeps ten, ordered by amount where uses are equal', () => {
    const rows = Array.from({ length: 12 }, (_, index) => coupon(`cupon-${index}`, 5, index))
    const names = topCoupons(rows).map(({ name }) => name)
    expect(names).toHaveLength(10)
    expect([names[0], names[9]]).toEqual(['cupon-11', 'cupon-2'])
  })
})

describe('cards', () => {
  it('moves banks whose name starts with a digit to the end', () => {
    const rows = ['365 Banco', 'Tarjeta Austral', '1822', 'Banco Andino'].map((sub_group) => ({ sub_group }))
    expect(digitsLast(rows).map(({ sub_group }) => sub_group)).toEqual([
      'Tarjeta Austral',
      'Banco Andino',
      '365 Banco',
      '1822',
    ])
  })

  const company = (role: string, total_orders: number, total_users: number): CorporateBuyer => ({
    role,
    original_role: role.toLowerCase(),
    total_users,
    total_orders,
    total_amount: 0,
    subtotal_amount: 0,
    total_discounted: 0,
    ...{ total_refunded: 0, prev_amount: 0, difference: 0, increment: 0 },
    distinct_total_orders: {},
  })

  it('skips plain customers and staff, unless the mapping gives them a label', () => {
    const roles = ['Customer', 'Administrator', 'Shop_manager', 'Subscriber', 'Empleado Arcor', 'Mayorista']
    const shown = companiesOf([
      ...roles.map((role) => company(role, 1, 3)),
      { ...company('Club de socios', 1, 3), original_role: 'subscriber' },
    ])
    expect(shown.map(({ role }) => role)).toEqual(['Empleado Arcor', 'Mayorista', 'Club de socios'])
  })

  it('divides orders by users, past 100 % too, and gives 0 without users', () => {
    expect(boughtPercent(company('a', 1, 3))).toBeCloseTo(33.3333, 3)
    expect(boughtPercent(company('a', 6, 4))).toBe(150)
    expect(boughtPercent(company('a', 6, 0))).toBe(0)
  })
})

describe('Grupos', () => {
  const group = (name: string, total_discounted: number, values: number) => ({
    group: name,
    color: '#000',
    total_discounted,
    cant: values,
    values,
    percent: 0,
  })
  const sums = (data_groups: ReturnType<typeof group>[]) => ({
    data_groups,
    TOTAL_DISCOUNTED: 0,
    TOTAL_CANT: 0,
  })
  const data: CouponGroups = {
    ...sums([group('BANCARIOS', 300, 2), group('OTROS', 50, 8), group('CORPORATIVOS', 0, 1)]),
    prev_data: sums([group('BANCARIOS', 200, 4)]),
    rows: [],
    sub_groups: [],
    corporates: [],
  }

  it('compares money or orders with the previous month; a previous value of 0 gives 0', () => {
    const read = (mode: 'amount' | 'units') =>
      groupMeasures(data, mode).map((row) => [row.group, row.value, row.previous, row.change])
    expect(read('amount')).toEqual([
      ['BANCARIOS', 300, 200, 50],
      ['OTROS', 50, 0, 0],
      ['CORPORATIVOS', 0, 0, 0],
    ])
    expect(read('units')).toEqual([
      ['OTROS', 8, 0, 0],
      ['BANCARIOS', 2, 4, -50],
      ['CORPORATIVOS', 1, 0, 0],
    ])
  })
})
