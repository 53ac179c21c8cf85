// The mapping while it is edited: plain JSON whose rules and companies the form knows by name. Pure.

export type Draft = Readonly<Record<string, unknown>>

export const GROUPS = [
  'CORPORATIVOS',
  'CUPONES MASIVOS',
  'BANCARIOS',
  'DESCUENTOS POR CATEGORÍA',
  'OTROS',
] as const

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The entries of a list of objects; anything else is left to the JSON view and the server's own words. */
export const listOf = (draft: Draft, name: 'discounts' | 'companies'): readonly Fields[] => {
  const list = draft[name]
  return Array.isArray(list) ? list.filter(isFields) : []
}

export const textOf = (entry: Fields, name: string): string => {
  const value = entry[name]
  return typeof value === 'string' ? value : ''
}

/** A field of an entry; empty takes it out. */
export function withField(list: readonly Fields[], index: number, name: string, value: string): Fields[] {
  return list.map((entry, place) => {
    if (place !== index) return entry
    const { [name]: _, ...rest } = entry
    return value === '' ? rest : { ...rest, [name]: value }
  })
}

export function moved(list: readonly Fields[], from: number, to: number): Fields[] {
  const rest = list.filter((_, place) => place !== from)
  const entry = list[from]
  return entry === undefined ? rest : [...rest.slice(0, to), entry, ...rest.slice(to)]
}

/** The meta field that a rule also looks at, in words; a form of its own would be for few. */
export function metaOf(entry: Fields): { key: string; pattern: string } | undefined {
  const { meta } = entry
  return isFields(meta) ? { key: textOf(meta, 'key'), pattern: textOf(meta, 'pattern') } : undefined
}

export function parsedDraft(text: string): Draft | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const NEW_RULE: Fields = { pattern: '', group: 'OTROS', sub_group: '$&', promo_name: '$_' }
