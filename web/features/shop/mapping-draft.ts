// The mapping while it is edited: plain JSON of which the form edits the rules and companies. Pure functions.
import { entryOf } from '#contract/entry.ts'

export type Draft = Readonly<Record<string, unknown>>

export type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The objects of a list; other entries are shown in the JSON view only. */
export const listOf = (draft: Draft, name: 'discounts' | 'companies'): readonly Fields[] => {
  const list = draft[name]
  return Array.isArray(list) ? list.filter(isFields) : []
}

export const textOf = (entry: Fields, name: string): string => {
  const value = entryOf(entry, name)
  return typeof value === 'string' ? value : ''
}

/** Props of the inputs that edit an entry, by field name. */
export const fieldProps =
  (entry: Fields, onField: (name: string, value: string) => void) => (name: string) => ({
    value: textOf(entry, name),
    onChange: (event: { currentTarget: { value: string } }) => onField(name, event.currentTarget.value),
    maxLength: 500,
  })

/** The list with one field of one entry changed; an empty value removes the field. */
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

/** The meta field that a rule also matches; the form shows it without editing it. */
export function metaOf(entry: Fields): { key: string; pattern: string } | undefined {
  const { meta } = entry
  return isFields(meta) ? { key: textOf(meta, 'key'), pattern: textOf(meta, 'pattern') } : undefined
}

/** The draft in a text; undefined when it is not a JSON object. */
export function parseDraft(text: string): Draft | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const draftText = (draft: Draft): string => JSON.stringify(draft, null, 2)

export const without = (list: readonly Fields[], index: number): Fields[] =>
  list.filter((_, place) => place !== index)

export const NEW_RULE: Fields = { pattern: '', group: 'OTROS', sub_group: '$&', promo_name: '$_' }
