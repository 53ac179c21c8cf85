import { entryOf } from '#contract/entry.ts'
import { PROVINCES } from '#contract/provinces.ts'
import { NO_PROVINCE } from './facts.ts'
import { folded } from './folded.ts'

/** Spellings other than a province's code, name and short name. */
const ALIASES: Record<string, readonly string[]> = {
  B: [
    ...[
      'bs as',
      'bsas',
      'pba',
      'gba',
      'gran buenos aires',
      'buenos aires gba',
      'buenos aires provincia',
      'conurbano',
      'bue',
    ],
    // Regions into which Mercado Libre divides it.
    ...[
      'buenos aires interior',
      'bs as costa atlantica',
      'bs as g b a norte',
      'bs as g b a oeste',
      'bs as g b a sur',
    ],
  ],
  C: [
    'capital',
    'capital federal',
    'cap fed',
    'ciudad de buenos aires',
    'ciudad autonoma',
    'c a b a',
    'cdad autonoma de buenos aires',
    'cdad autonoma de bs as',
    'ciudad autonoma de bs as',
    'capital federal caba',
    'caba capital federal',
    'ciudad autonoma de buenos aires caba',
    'ciudad de buenos aires caba',
    // AFIP's register of taxpayers (`descripcionProvincia`), and invoices made from it.
    'ciudad autonoma buenos aires',
    // Shopify and maps write it so.
    'buenos aires autonomous city',
    'autonomous city of buenos aires',
    'buenos aires city',
  ],
  E: ['entrerios'],
  G: ['sgo del estero', 'stgo del estero', 'santiago'],
  N: ['mnes'],
  Q: ['nqn'],
  S: ['sta fe', 'santafe'],
  T: ['tuc', 'san miguel de tucuman'],
  V: [
    'tierra del fuego antartida e islas del atlantico sur',
    'tdf',
    'tierra del fuego antartida e islas del atlantico',
  ],
  W: ['ctes'],
  X: ['cba'],
  Z: ['sta cruz'],
}

const byText = new Map<string, string>()
for (const { iso, name, short } of PROVINCES) {
  const letter = iso.slice(3)
  for (const text of [letter, iso, name, short, ...(entryOf(ALIASES, letter) ?? [])])
    byText.set(folded(text), name.toUpperCase())
}

const PREFIX = /^(?:provincia|pcia|prov|pcia de|provincia de|prov de|province of) (?:de )?/
/** A country or the word itself behind the name: 'Córdoba (AR)', 'Buenos Aires Province', 'Salta, Argentina'. */
const SUFFIX = / (?:ar|arg|argentina|province|provincia|prov)$/

/** A code before or behind the name: 'X - Córdoba', '01 - Buenos Aires', 'Entre Ríos (E)', 'Córdoba (AR-X)'. */
const CODE = /^(?:ar )?(?:[a-z]|\d{1,2}) | (?:ar )?[a-z]$/

/** Codes and names of Argentina; text without letters or digits names no country. */
const OWN_COUNTRY = new Set([
  '',
  'ar',
  'arg',
  '32',
  '032',
  'argentina',
  'republica argentina',
  'rep argentina',
])
const isOwnCountry = (country: string): boolean => {
  const text = folded(country)
  return OWN_COUNTRY.has(text) || text.startsWith('argentin') || text.endsWith(' argentina')
}

/** The province in capitals ('CÓRDOBA'), or 'SIN PROVINCIA' for another country or an unknown text. */
export function provinceOf(state: string, country = ''): string {
  if (country !== '' && country !== 'AR' && !isOwnCountry(country)) return NO_PROVINCE
  const known = byText.get(state) ?? byText.get(state.toLowerCase())
  if (known !== undefined) return known
  const text = folded(state)
  const bare = text.replace(SUFFIX, '')
  for (const one of [
    text,
    text.replace(PREFIX, ''),
    bare,
    bare.replace(PREFIX, ''),
    text.replace(CODE, ''),
  ]) {
    const found = byText.get(one)
    if (found !== undefined) return found
  }
  return NO_PROVINCE
}
