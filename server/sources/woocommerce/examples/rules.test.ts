// Families of names and the rules generated for chosen ones, against random codes and by hand.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classifier } from '../classify.ts'
import { DEFAULT_MAPPING, mappingSchema } from '../mapping.ts'
import { applyChoices } from './choices.ts'
import { familiesBy } from './examples.ts'
import { familiesOf } from './families.ts'
import { type SeenName, shownNames } from './names.ts'
import { rulesFor } from './rules.ts'

const NO_OTHER_CHOICES = { roles: [], offers: [] }
const seen = (name: string, kind: SeenName['kind'] = 'coupon', buyer?: string): SeenName => ({
  kind,
  name,
  uses: 1,
  amount: 100,
  order_id: 1,
  buyer,
})
const shown = (...names: string[]) => shownNames(names.map((name) => seen(name)))
const families = (...names: string[]) =>
  familiesOf(shown(...names)).map((family) => family.map((one) => one.shown).sort())
const patterns = (chosen: string[], others: string[] = []) =>
  rulesFor(shown(...chosen), shown(...others)).map(({ pattern }) => pattern)

describe('families', () => {
  test('are names that begin alike, end alike or have the shape of generated codes', () => {
    const found = families(
      ...['club-acme', 'club-beta', 'club-gama', 'verano10', 'verano15', 'invierno20'],
      ...['ana.amigo', 'luz.amigo', 'x7k2p9', 'a1b2c3', 'z9y8w7', 'suelto'],
    )
    expect(found).toEqual(
      expect.arrayContaining([
        ['club-acme', 'club-beta', 'club-gama'],
        ['verano10', 'verano15'],
        ['ana.amigo', 'luz.amigo'],
        ['a1b2c3', 'x7k2p9', 'z9y8w7'],
        ['invierno20'],
        ['suelto'],
      ]),
    )
    expect(found).toHaveLength(6)
  })

  test('a common first word does not merge families that differ right after it', () => {
    expect(families('desc-banco-sur', 'desc-banco-rio', 'desc-club-a', 'desc-club-b')).toEqual([
      ['desc-banco-rio', 'desc-banco-sur'],
      ['desc-club-a', 'desc-club-b'],
    ])
    expect(families('10% Banco Sur', '20% Banco Sur', '10% Club')).toEqual([
      ['10% Banco Sur', '20% Banco Sur'],
      ['10% Club'],
    ])
  })
})

describe('a rule', () => {
  test.each([
    [['club-acme', 'club-beta'], [], ['^club-']],
    [['verano10', 'verano15'], [], ['^verano\\d+$']],
    [['verano10', 'verano15'], ['verano99'], ['^(?:verano10|verano15)$']],
    [['club', 'club20'], ['clubes'], ['^club(?:\\P{L}|$)']],
    [['10% Banco Sur', '20% Banco Sur'], [], ['^\\d+% Banco Sur$']],
    [['ana.amigo', 'luz.amigo'], [], ['\\.amigo$']],
    [['abc123', 'xyz789', 'dfg456'], [], ['^\\p{L}{3}\\d{3}$']],
    [['a+b(c)'], ['aab(c)'], ['^a\\+b\\(c\\)$']],
  ])('for %j without %j is %j', (chosen, others, expected) => {
    expect(patterns(chosen, others)).toEqual(expected)
  })

  test('for many unlike names is a list in patterns of allowed length', () => {
    const letter = (index: number) => String.fromCharCode(97 + index)
    const names = Array.from({ length: 60 }, (_, index) =>
      [letter(index % 26), letter(Math.floor(index / 26)), 'muestra', letter(index % 7)].join(''),
    )
    const rules = rulesFor(shown(...names), shown('club-x'))
    expect(rules.length).toBeGreaterThan(1)
    expect(rules.every(({ pattern, form }) => form === 'exact' && pattern.length <= 500)).toBe(true)
    expect(rules.flatMap((rule) => rule.names)).toHaveLength(60)
  })

  test('names unchosen names that it cannot distinguish', () => {
    const [chosen] = shownNames([seen('regalo-ana@example.com')])
    const [other] = shownNames([seen('premio-luz@example.com')])
    expect(rulesFor([chosen!], [other!])).toMatchObject([{ also: [{ shown: '•••' }] }])
    expect(rulesFor(shown('1155443'), shown('123456'))).toMatchObject([{ also: [{ shown: '123456' }] }])
  })
})

describe('personal data', () => {
  test('e-mails, long numbers and the name of a sole buyer are masked and matched by kind', () => {
    const names = shownNames([
      seen('luz@example.com'),
      seen('wsp-1155443322'),
      seen('wsp-1166554433'),
      seen('perezjuan10', 'coupon', 'Juan Pérez'),
      seen('verano10', 'coupon', 'Juan Pérez'),
    ])
    expect(names.map((one) => one.shown).sort()).toEqual(['verano10', 'wsp-•••', '•••', '•••10'])
    expect(JSON.stringify(rulesFor(names, []))).not.toMatch(/pattern":"[^"]*(?:luz|115|perez)/)
    const [phones] = rulesFor(
      names.filter((one) => one.shown.startsWith('wsp')),
      [],
    )
    expect(phones).toMatchObject({ pattern: '^wsp-\\d+$', also: [] })
  })
})

/** Codes as a shop's program makes them, drawn with another generator than the one that finds them. */
function generatedCodes(
  seed: number,
  count: number,
  alphabet: string,
  write: (draw: (length: number) => string) => string,
) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const draw = (length: number) =>
    Array.from({ length }, () => alphabet[Math.floor(next() * alphabet.length)]).join('')
  const codes = new Set<string>()
  while (codes.size < count) codes.add(write(draw))
  return [...codes]
}

const HEX = '0123456789abcdef'
const BASE36 = 'abcdefghijklmnopqrstuvwxyz0123456789'
const OTHERS = ['verano10', 'verano15', 'club-acme', 'club-beta', '2x1-galletas', 'suelto', 'bienvenida']

describe('generated codes', () => {
  test.each([
    ['personal-2c0299', HEX, (draw: (n: number) => string) => `personal-${draw(6)}`, []],
    [
      'beside a word with the same start',
      HEX,
      (draw) => `personal-${draw(6)}`,
      ['personal-shopper', 'personal-amigos'],
    ],
    ['vip7k2p9q', BASE36, (draw) => `vip${draw(6)}`, ['vipera', 'vip-ana']],
    ['gc-ab12-cd34', BASE36, (draw) => `gc-${draw(4)}-${draw(4)}`, []],
    ['regalo_ of several lengths', BASE36, (draw) => `regalo_${draw(5 + (draw(1).charCodeAt(0) % 4))}`, []],
    ['with the year in the start', BASE36, (draw) => `promo2026-${draw(5)}`, ['promo2026']],
    ['2c0299.socio', HEX, (draw) => `${draw(6)}.socio`, ['ana.socio']],
    ['club sur 01feef1e, some of digits alone', HEX, (draw) => `club sur ${draw(8)}`, ['club sur']],
  ] as [string, string, (draw: (n: number) => string) => string, string[]][])(
    'are one family, and its rule catches codes held back and no other name: %s',
    async (_, alphabet, write, beside) => {
      for (const seed of [3, 41, 977]) {
        const all = generatedCodes(seed, 140, alphabet, write)
        const [seenCodes, heldBack] = [all.slice(0, 40), all.slice(40)]
        const others = [...OTHERS, ...beside]
        const names = [...seenCodes, ...others].map((one) => seen(one))
        const family = familiesBy(names, DEFAULT_MAPPING).find((one) =>
          one.names.some(({ name }) => name === seenCodes[0]),
        )!
        expect(family.names.flatMap(({ raw }) => raw).sort()).toEqual([...seenCodes].sort())
        const choice = { family: family.id, group: 'CORPORATIVOS' as const, sub_group: 'Personal' }
        const { mapping, rules } = await applyChoices(
          { ...NO_OTHER_CHOICES, discounts: [choice] },
          names,
          DEFAULT_MAPPING,
        )
        expect(rules).toHaveLength(1)
        const classify = classifier(mapping)
        const caught = (name: string) => classify('coupon', name, []).sub_group === 'Personal'
        expect(heldBack.filter((one) => !caught(one))).toEqual([])
        expect(others.filter(caught)).toEqual([])
      }
    },
  )

  test('are no words with a number, and few names are no kind', () => {
    expect(families('desc-lunes10', 'desc-banco20', 'desc-norte15').length).toBe(1)
    expect(patterns(['desc-lunes10', 'desc-banco20'], ['desc-norte15'])).toEqual([
      '^(?:desc-banco20|desc-lunes10)$',
    ])
    expect(patterns(['vip2c0299', 'vip3d1188'], ['vip9']).length).toBe(1)
  })
})

const word = fc.stringMatching(/^[a-zñ]{2,8}$/)
const part = fc.oneof(word, fc.nat(999).map(String))
/** Without long numbers, which are personal data: names that differ in these alone are one. */
const code = fc
  .oneof(
    fc.tuple(word, fc.constantFrom('-', '_', '.', ' ', ''), part).map((parts) => parts.join('')),
    fc.stringMatching(/^[a-z0-9]{6,8}$/),
    fc.tuple(fc.nat(99), word, word).map(([number, one, other]) => `${number}% ${one} ${other}`),
    fc.stringMatching(/^[a-z.*+?()|$^[\]\\{}-]{3,12}$/),
  )
  .filter((name) => !/\d{7}/.test(name))

describe('random codes', () => {
  test('belong to exactly one family', () => {
    fc.assert(
      fc.property(fc.uniqueArray(code, { maxLength: 40 }), (codes) => {
        const names = shown(...codes)
        expect(
          familiesOf(names)
            .flat()
            .map((one) => one.shown)
            .sort(),
        ).toEqual(names.map((one) => one.shown).sort())
      }),
    )
  })

  test('are classified exactly by the rules for any choice among them', () => {
    const split = fc.uniqueArray(fc.tuple(code, fc.boolean()), {
      minLength: 1,
      maxLength: 40,
      selector: ([one]) => one,
    })
    fc.assert(
      fc.property(split, (all) => {
        const pick = (wanted: boolean) => all.filter(([, chosen]) => chosen === wanted).map(([one]) => one)
        const rules = rulesFor(shown(...pick(true)), shown(...pick(false)))
        const { discounts } = mappingSchema.parse({
          discounts: rules.map(({ pattern }) => ({ pattern, group: 'BANCARIOS', sub_group: 'x' })),
        })
        const classify = classifier({ ...DEFAULT_MAPPING, discounts })
        const caught = all.filter(([one]) => classify('coupon', one, []).mapped).map(([one]) => one)
        expect(caught).toEqual(pick(true))
        expect(rules.flatMap(({ also }) => also)).toEqual([])
      }),
    )
  })

  test('go where each family was sent, and the others stay', async () => {
    const groups = fc.constantFrom('CORPORATIVOS', 'BANCARIOS', 'CUPONES MASIVOS', null)
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(code, { minLength: 1, maxLength: 40 }),
        fc.array(groups, { minLength: 40, maxLength: 40 }),
        async (codes, wanted) => {
          const names = codes.map((one) => seen(one))
          const earlier = classifier(DEFAULT_MAPPING)
          const all = familiesBy(names, DEFAULT_MAPPING)
          const discounts = all.flatMap(({ id }, index) => {
            const group = wanted[index]
            return group ? [{ family: id, group, sub_group: `Familia ${index}` }] : []
          })
          const { mapping } = await applyChoices({ ...NO_OTHER_CHOICES, discounts }, names, DEFAULT_MAPPING)
          const later = classifier(mapping)
          for (const [index, family] of all.entries())
            for (const { name } of family.names) {
              const { discount_group, sub_group } = later('coupon', name, [])
              const group = wanted[index]
              if (group) expect([discount_group, sub_group]).toEqual([group, `Familia ${index}`])
              else expect(later('coupon', name, [])).toEqual(earlier('coupon', name, []))
            }
        },
      ),
    )
  })
})
