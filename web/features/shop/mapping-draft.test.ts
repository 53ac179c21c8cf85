import { describe, expect, it, vi } from 'vitest'
import {
  draftText,
  fieldProps,
  listOf,
  metaOf,
  moved,
  parseDraft,
  withField,
  without,
} from './mapping-draft.ts'

const rules = [{ pattern: 'a' }, { pattern: 'b' }, { pattern: 'c' }]
const patterns = (list: readonly object[]) => list.map((rule) => ('pattern' in rule ? rule.pattern : null))

describe('the lists of a draft', () => {
  it('contains the objects of a list and nothing else', () => {
    expect(listOf({ discounts: [{ pattern: 'a' }, 'b', null, ['c']] }, 'discounts')).toEqual([
      { pattern: 'a' },
    ])
    expect(listOf({ companies: 'no list' }, 'companies')).toEqual([])
    expect(listOf({}, 'discounts')).toEqual([])
  })

  it('moves an entry up and down, and removes one', () => {
    expect(patterns(moved(rules, 2, 1))).toEqual(['a', 'c', 'b'])
    expect(patterns(moved(rules, 0, 1))).toEqual(['b', 'a', 'c'])
    expect(patterns(without(rules, 1))).toEqual(['a', 'c'])
  })

  it('sets a field of one entry, and removes it when it is emptied', () => {
    expect(withField(rules, 1, 'group', 'OTROS')).toEqual([
      { pattern: 'a' },
      { pattern: 'b', group: 'OTROS' },
      { pattern: 'c' },
    ])
    expect(withField(rules, 0, 'pattern', '')).toEqual([{}, { pattern: 'b' }, { pattern: 'c' }])
  })
})

describe('the entries of a draft', () => {
  it('binds an input to a field', () => {
    const onField = vi.fn()
    const { value, onChange } = fieldProps({ pattern: 'x', group: 7 }, onField)('pattern')
    expect(value).toBe('x')
    expect(fieldProps({ group: 7 }, onField)('group').value).toBe('')
    onChange({ currentTarget: { value: 'y' } })
    expect(onField).toHaveBeenCalledExactlyOnceWith('pattern', 'y')
  })

  it('reads the meta field of a rule, if it has one', () => {
    expect(metaOf({ meta: { key: 'origen', pattern: '^web$' } })).toEqual({ key: 'origen', pattern: '^web$' })
    expect(metaOf({ pattern: 'x' })).toBeUndefined()
  })
})

describe('the text of a draft', () => {
  it('is parsed when it is a JSON object', () => {
    expect(parseDraft('{"discounts":[]}')).toEqual({ discounts: [] })
    expect(parseDraft('[]')).toBeUndefined()
    expect(parseDraft('{')).toBeUndefined()
  })

  it('is unchanged after parsing its own text', () => {
    const draft = { discounts: rules, companies: [] }
    expect(parseDraft(draftText(draft))).toEqual(draft)
  })
})
