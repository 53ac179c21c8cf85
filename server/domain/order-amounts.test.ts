import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { centsText, parseCents, shareOut } from './cents.ts'
import { type AmountsInput, orderAmounts } from './order-amounts.ts'

describe('cents', () => {
  test.each([
    ['1234.50', 123450],
    ['4770', 477000],
    ['0.1', 10],
    ['-3.10', -310],
    ['1.005', 101],
    ['1.0049', 100],
    ['-0.00', 0],
    ['12.', 1200],
    ['.5', 50],
  ])('%s is %d cents', (text, cents) => expect(parseCents(text)).toBe(cents))

  test.each(['', '-', '.', 'abc', '1,50', '1e3', '1.2.3', '99999999999999999999'])(
    '%s is no amount',
    (text) => expect(parseCents(text)).toBeNaN(),
  )

  test('converts text to cents and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -9e14, max: 9e14 }), (cents) => {
        expect(parseCents(centsText(cents))).toBe(cents)
      }),
    )
  })
})

describe('shareOut', () => {
  test('gives the last cent to the largest remainder', () => {
    expect(shareOut(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(shareOut(10, [0, 3, 1])).toEqual([0, 8, 2])
    expect(shareOut(-5, [2, 2])).toEqual([-3, -2])
    expect(shareOut(7, [0, 0])).toEqual([7, 0])
  })

  test('adds up, with every share within a cent of the exact one', () => {
    const amount = fc.integer({ min: 0, max: 2e12 })
    fc.assert(
      fc.property(amount, fc.array(amount, { minLength: 1, maxLength: 20 }), (total, weights) => {
        const shares = shareOut(total, weights)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total)
        const sum = weights.reduce((left, weight) => left + BigInt(weight), 0n)
        if (sum === 0n) return
        shares.forEach((share, index) => {
          const error = BigInt(share) * sum - BigInt(total) * BigInt(weights[index]!)
          expect(error < sum && error > -sum).toBe(true)
        })
      }),
    )
  })
})

describe('orderAmounts', () => {
  test('splits a promotion and a refund without lines over two lines', () => {
    const amounts = orderAmounts({
      lines: [
        { gross: 10_000, discount: 1_000, refunded: 0 },
        { gross: 1_000, discount: 0, refunded: 0 },
      ],
      coupons: [1_000],
      promotions: [500],
      refunded: 950,
    })
    expect(amounts).toMatchObject({ gross: 11_000, discount: 1_500, refunded: 950, net: 8_550, manual: 0 })
    expect(amounts.lines).toEqual([
      { gross: 10_000, discount: 1_000, refunded: 0, promotion: 450, shared: 855, net: 7_695 },
      { gross: 1_000, discount: 0, refunded: 0, promotion: 50, shared: 95, net: 855 },
    ])
  })

  test('is zero after a refund of more than was paid', () => {
    const amounts = orderAmounts({
      lines: [{ gross: 10_000, discount: 0, refunded: 10_000 }],
      coupons: [],
      promotions: [1_000],
      refunded: 9_000,
    })
    expect(amounts).toMatchObject({ discount: 1_000, refunded: 9_000, net: 0 })
    expect(amounts.lines[0]).toMatchObject({ refunded: 9_000, promotion: 1_000, shared: 0, net: 0 })
  })

  test('reports manual price cuts as a discount, but adds rounding to the coupons', () => {
    const line = { gross: 10_000, discount: 3_000, refunded: 0 }
    const cut = orderAmounts({ lines: [line], coupons: [1_000], promotions: [], refunded: 0 })
    expect(cut).toMatchObject({ discount: 3_000, coupons: [1_000], manual: 2_000 })
    const rounded = orderAmounts({ lines: [line], coupons: [2_000, 999], promotions: [], refunded: 0 })
    expect(rounded).toMatchObject({ discount: 3_000, coupons: [2_001, 999], manual: 0 })
  })

  test('of a credit note are its lines alone', () => {
    const amounts = orderAmounts({
      lines: [
        { gross: -10_000, discount: 0, refunded: 0 },
        { gross: 4_000, discount: 500, refunded: 0 },
      ],
      coupons: [500],
      promotions: [1_000],
      refunded: 2_000,
    })
    expect(amounts).toMatchObject({ gross: -6_000, discount: 500, refunded: 0, net: -6_500, promotions: [0] })
    expect(amounts.lines.map(({ net }) => net)).toEqual([-10_000, 3_500])
  })

  test('limits a discount to a gross that a negative line reduces', () => {
    const amounts = orderAmounts({
      lines: [
        { gross: 10_000, discount: 10_000, refunded: 0 },
        { gross: -3_000, discount: 0, refunded: 0 },
      ],
      coupons: [10_000],
      promotions: [],
      refunded: 0,
    })
    expect(amounts).toMatchObject({ gross: 7_000, discount: 7_000, coupons: [7_000], net: 0 })
    expect(amounts.lines.map(({ net }) => net)).toEqual([3_000, -3_000])
  })

  const amount = fc.integer({ min: 0, max: 5_000_000 })
  const signed = fc.integer({ min: -5_000_000, max: 5_000_000 })
  const ordersOf = (gross: fc.Arbitrary<number>): fc.Arbitrary<AmountsInput> =>
    fc.record({
      lines: fc.array(fc.record({ gross, discount: amount, refunded: amount }), { maxLength: 12 }),
      coupons: fc.array(amount, { maxLength: 3 }),
      promotions: fc.array(amount, { maxLength: 3 }),
      refunded: fc.integer({ min: -1_000_000, max: 20_000_000 }),
    })
  const sum = (amounts: number[]) => amounts.reduce((left, right) => left + right, 0)

  test('adds up without negative amounts for random input', () => {
    fc.assert(
      fc.property(ordersOf(amount), (order) => {
        const amounts = orderAmounts(order)
        expect(amounts.net).toBe(amounts.gross - amounts.discount - amounts.refunded)
        expect(amounts.discount).toBeGreaterThanOrEqual(0)
        expect(amounts.discount).toBeLessThanOrEqual(amounts.gross)
        expect(amounts.refunded).toBeGreaterThanOrEqual(0)
        expect(amounts.net).toBeGreaterThanOrEqual(0)
        expect(sum([...amounts.coupons, ...amounts.promotions, amounts.manual])).toBe(amounts.discount)
        expect(sum(amounts.lines.map((line) => line.gross))).toBe(amounts.gross)
        expect(sum(amounts.lines.map((line) => line.net))).toBe(amounts.net)
        expect(sum(amounts.lines.map((line) => line.discount + line.promotion))).toBe(amounts.discount)
        for (const line of amounts.lines) {
          expect(line.net).toBe(line.gross - line.discount - line.refunded - line.promotion - line.shared)
          expect(Math.min(line.net, line.discount, line.promotion, line.refunded)).toBeGreaterThanOrEqual(0)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('adds up with negative lines, and never exceeds what a line or an order has', () => {
    fc.assert(
      fc.property(ordersOf(signed), (order) => {
        const amounts = orderAmounts(order)
        const { gross, discount, refunded, net, lines } = amounts
        expect(gross).toBe(sum(order.lines.map((line) => line.gross)))
        expect(net).toBe(gross - discount - refunded)
        expect(sum([...amounts.coupons, ...amounts.promotions, amounts.manual])).toBe(discount)
        expect(sum(lines.map((line) => line.net))).toBe(net)
        expect(sum(lines.map((line) => line.discount + line.promotion))).toBe(discount)
        expect(sum(lines.map((line) => line.refunded + line.shared))).toBe(refunded)
        for (const line of lines) {
          expect(line.net).toBe(line.gross - line.discount - line.refunded - line.promotion - line.shared)
          if (line.gross < 0) expect([line.promotion, line.shared]).toEqual([0, 0])
          else expect(Math.min(line.net, line.discount, line.promotion)).toBeGreaterThanOrEqual(0)
        }
        if (gross < 0) expect(sum(amounts.promotions)).toBe(0)
        else
          expect([discount >= 0, discount <= gross, refunded >= 0, net >= 0]).toEqual([
            true,
            true,
            true,
            true,
          ])
      }),
      { numRuns: 1000 },
    )
  })
})
