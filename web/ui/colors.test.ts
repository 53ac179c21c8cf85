import { expect, it } from 'vitest'
import { businessColor, categoricalColor, rest, statusColor } from './colors.ts'

it('gives each business its colour regardless of case, and grey without one', () => {
  const own = ['Golosinas', 'Chocolates', 'Harinas', 'Alimentos', 'Combo', 'Agroindust'].map(businessColor)
  expect(new Set(own).size).toBe(6)
  expect(own).not.toContain(rest)
  expect(businessColor('GOLOSINAS')).toBe(businessColor('Golosinas'))
  expect(businessColor('sin negocio')).toBe(rest)
  expect(businessColor('sin segmento')).toBe(rest)
})

it('distinguishes the common order statuses', () => {
  const common = ['wc-completed', 'wc-ready-to-delivery', 'wc-processing', 'wc-in-assembly', 'wc-cancelled']
  expect(new Set(common.map(statusColor)).size).toBe(common.length)
  expect(statusColor('wc-own-invention')).toBe(rest)
})

it('gives forty slices a colour each, and falls back to grey', () => {
  const colors = Array.from({ length: 40 }, (_, index) => categoricalColor(index))
  expect(new Set(colors).size).toBe(40)
  expect(colors).not.toContain(rest)
  expect(categoricalColor(40)).toBe(rest)
})
