import { describe, expect, test } from 'vitest'
import { PROVINCES } from '#contract/provinces.ts'
import { NO_PROVINCE } from './facts.ts'
import { provinceOf } from './province.ts'

describe('provinceOf', () => {
  test.each([
    ['X', 'CÓRDOBA'],
    ['X ', 'CÓRDOBA'],
    ['b', 'BUENOS AIRES'],
    ['AR-T', 'TUCUMÁN'],
    ['CABA', 'CIUDAD AUTÓNOMA DE BUENOS AIRES'],
    ['Capital Federal', 'CIUDAD AUTÓNOMA DE BUENOS AIRES'],
    ['CIUDAD AUTONOMA BUENOS AIRES', 'CIUDAD AUTÓNOMA DE BUENOS AIRES'],
    ['Ciudad Autónoma de Buenos Aires (CABA)', 'CIUDAD AUTÓNOMA DE BUENOS AIRES'],
    ['Bs. As.', 'BUENOS AIRES'],
    ['Provincia de Buenos Aires', 'BUENOS AIRES'],
    ['Cordoba', 'CÓRDOBA'],
    ['Santa Fé', 'SANTA FE'],
    ['TIERRA DEL FUEGO, Antártida e Islas del Atlántico Sur', 'TIERRA DEL FUEGO'],
    ['Pcia. de Entre Rios', 'ENTRE RÍOS'],
    ['??', NO_PROVINCE],
    ['', NO_PROVINCE],
    ['Montevideo', NO_PROVINCE],
  ])('%j is %s', (state, province) => expect(provinceOf(state, 'AR')).toBe(province))

  test('ignores states of other countries', () => {
    expect(provinceOf('B', 'BR')).toBe(NO_PROVINCE)
    expect(provinceOf('B', '')).toBe('BUENOS AIRES')
  })

  test('knows every province by code, name and short name', () => {
    for (const { iso, name, short } of PROVINCES)
      for (const text of [iso, iso.slice(3), name, name.toUpperCase(), short])
        expect(provinceOf(text)).toBe(name.toUpperCase())
  })
})
