import { describe, expect, it } from 'vitest'
import { modeFromParam, productsNamed } from './rules.ts'

describe('modeFromParam', () => {
  it('measures by units on request, and by amounts otherwise', () => {
    const sales = {
      total_amount: 90,
      total_units_sold: 3,
      prev_amount: 60,
      prev_units_sold: 6,
    }
    const measured = (param: string | null) => {
      const { now, before } = modeFromParam(param).changeOf(sales)
      expect(modeFromParam(param).value(sales)).toBe(now)
      return [now, before]
    }
    expect(measured('units')).toEqual([3, 6])
    expect(measured(null)).toEqual([90, 60])
    expect(measured('other')).toEqual([90, 60])
  })
})

describe('productsNamed', () => {
  const rows = [
    { name: 'a', business: 'Golosinas', segment: 'Alfajores' },
    { name: 'b', business: 'Golosinas', segment: 'Alfajores triples' },
    { name: 'c', business: 'Golosinas premium', segment: 'Alfajores' },
  ]
  const names = (business?: string, segment?: string) =>
    productsNamed(rows, business, segment).map(({ name }) => name)

  it('matches full names, not their beginnings', () => {
    expect(names('Golosinas', 'Alfajores')).toEqual(['a'])
    expect(names('Golosinas')).toEqual(['a', 'b'])
    expect(names('', 'Alfajores')).toEqual(['a', 'c'])
  })
})
