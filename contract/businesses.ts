// Colours of businesses in answers of the API; screens have their own, --gd-business-* in web/app/theme.css.
import { entryOf } from './entry.ts'

export interface BusinessLook {
  readonly color: string
  /** Name of the icon the web application draws. */
  readonly icon: string
}

const LOOKS: Readonly<Record<string, BusinessLook>> = {
  Golosinas: { color: '#d6336c', icon: 'candy' },
  Chocolates: { color: '#8a5a2b', icon: 'cookie' },
  Harinas: { color: '#b08900', icon: 'wheat' },
  Alimentos: { color: '#2f9e44', icon: 'soup' },
  Combo: { color: '#7048e8', icon: 'package' },
  Agroindust: { color: '#1c7ed6', icon: 'tractor' },
  'sin negocio': { color: '#868e96', icon: 'help' },
  'sin segmento': { color: '#868e96', icon: 'help' },
}

/** Colours of businesses that are not listed; a name always gets the same one. */
const SPARE = ['#0c8599', '#e8590c', '#5c940d', '#9c36b5', '#1864ab', '#c92a2a'] as const

export function businessLook(business: string): BusinessLook {
  const known = entryOf(LOOKS, business)
  if (known) return known
  let hash = 0
  for (const letter of business) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003
  return { color: SPARE[hash % SPARE.length] ?? SPARE[0], icon: 'tag' }
}
