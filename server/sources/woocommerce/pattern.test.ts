// Patterns behave like JavaScript's regular expressions, without their worst cases.
import { expect, test } from 'vitest'
import { recordings } from '#test/shop-server/recordings.ts'
import { chance } from '#test/shop-server/seeded.ts'
import { DEFAULT_MAPPING, mappingSchema } from './mapping.ts'
import { patternError, patternOf, plainText } from './pattern.ts'

/** Patterns as shops write them. */
const USUAL = [
  '^club-([^.]+)',
  '(?<banco>macro|galicia)[ -]?(\\d{1,2})?',
  '^(?:10|15|20)%$',
  'verano.*20\\d\\d',
  '[a-záéíóúñü]+',
  '\\p{Lu}+',
  '\\u00f1andú',
  '^$',
  '\\.',
]

const patterns = [
  ...DEFAULT_MAPPING.discounts.flatMap(({ pattern, meta }) => [pattern ?? [], meta?.pattern ?? []].flat()),
  ...DEFAULT_MAPPING.mixed_boxes,
  ...DEFAULT_MAPPING.buy_x_get_y,
  ...DEFAULT_MAPPING.companies.map(({ role }) => role),
  ...DEFAULT_MAPPING.payments.mp,
  ...DEFAULT_MAPPING.payments.lyra,
  ...USUAL,
]

/** Every name that a rule may meet in the recorded shop, and as many that are cut, joined and changed. */
function recordedTexts(): string[] {
  const { orders, customers, coupons } = recordings()
  const found = new Set<string>()
  const words = new Set(['code', 'name', 'role', 'payment_method', 'payment_method_title', 'first_name'])
  const gather = (value: unknown, key = '') => {
    if (typeof value === 'string' && words.has(key)) found.add(value)
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) gather(inner, Array.isArray(value) ? key : name)
  }
  gather([orders, customers, coupons])
  const texts = [...found]
  const luck = chance(7)
  const upset = [...texts, ...texts, ...texts].map((text) => {
    const other = luck.pick(texts) ?? ''
    const joined = `${text.slice(luck.between(0, text.length))}${luck.pick([' ', '-', '.', ' 3x2 ', '\t', ''])}${other}`
    return luck.happens(0.5) ? joined.toUpperCase() : joined
  })
  return [...texts, ...upset]
}

test("match the same recorded texts as JavaScript's", () => {
  const texts = recordedTexts()
  expect(texts.length).toBeGreaterThan(500)
  let caught = 0
  for (const text of patterns) {
    const [before, now] = [new RegExp(text, 'iu'), patternOf(text)]
    for (const name of texts) {
      const wanted = before.exec(plainText(name))
      const groups = wanted && [...wanted].map((group) => group ?? '')
      const got = now.match(name)
      // Compared without assertions: a hundred thousand of them take too long.
      if (JSON.stringify(got ?? null) !== JSON.stringify(groups) || now.test(name) !== (wanted !== null))
        expect.fail(
          `${text} in ${JSON.stringify(name)}: ${JSON.stringify(got)}, not ${JSON.stringify(groups)}`,
        )
      if (wanted) caught++
    }
  }
  expect(caught).toBeGreaterThan(500)
})

test('match in linear time', () => {
  const name = `${'a'.repeat(255)}!`
  for (const text of ['^(a+)+$', '^(a|a)*$', '^(.*a){12}$', '(\\p{L}?){30}z$', '^(([a-z])+.)+[A-Z]([a-z])+$'])
    expect([patternError(text), typeof patternOf(text).test(name)]).toEqual([undefined, 'boolean'])
})

test('names the field of an unsupported pattern', () => {
  const discounts = [
    { pattern: '(', group: 'OTROS', sub_group: 'x' },
    { pattern: 'a(?=b)', group: 'OTROS', sub_group: 'x' },
    { meta: { key: 'k', pattern: '(a)\\1' }, group: 'OTROS', sub_group: 'x' },
  ]
  const companies = [{ role: '(?:\\p{L}{1,1000}){2}' }, { role: 'a'.repeat(501) }]
  const result = mappingSchema.safeParse({ discounts, companies, mixed_boxes: ['[a-'] })
  expect(result.error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)).toEqual([
    'companies.0.role is too large a regular expression',
    'companies.1.role must be at most 500 characters',
    'discounts.0.pattern is not a regular expression',
    'discounts.1.pattern must not look around or quote itself',
    'discounts.2.meta.pattern must not look around or quote itself',
    'mixed_boxes.0 is not a regular expression',
  ])
  expect(patternError('\\p{L}{1,1000}')).toBe('is too large a regular expression')
})
