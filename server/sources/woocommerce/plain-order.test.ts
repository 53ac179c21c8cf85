// Lines of orders read from their bytes: wherever that says something, JSON.parse and the quick check say the same.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DistributorFact } from '#server/domain/facts.ts'
import { jsonLines } from '#test/store-server/recordings.ts'
import { distributorOf } from './distributor.ts'
import { anything, objectOf, readerOf } from './json-shape.ts'
import { mappingSchema } from './mapping.ts'
import type { OrderPayload } from './payloads.ts'
import { plainOrderReader } from './plain-order.ts'
import { isPlainOrder } from './quick-check.ts'
import { translateContext } from './translate.ts'
import { translateOrder } from './translate-order.ts'

const mapping = mappingSchema.parse({
  distributor: { id_keys: ['_dist_id', 'clave «rara»'] },
  discounts: [{ meta: { key: 'regla', pattern: '.' }, group: 'OTROS', sub_group: '$&' }],
})
const context = translateContext({ mapping, currency: 'ARS', timeZone: 'America/Argentina/Buenos_Aires' })
const read = plainOrderReader(mapping)

const parsed = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

/** All that comes of an order. */
const told = (order: OrderPayload) => {
  const facts = translateOrder(order, [], context)
  const distributors = new Map<string, DistributorFact>()
  distributorOf(order, facts, distributors, context)
  const refunds = order.refunds.map(({ id, reason, total }) => ({ id, reason, total }))
  return { facts, distributors, refunds }
}

/** Whether the line was read; what was read is what its parse says. */
function agrees(bytes: Buffer): boolean {
  const quick = read(bytes, 0, bytes.length)
  if (quick === undefined) return false
  const slow = parsed(bytes)
  if (!isPlainOrder(slow)) throw new Error(`read, but not plain: ${bytes}`)
  expect(quick.id).toBe(slow.id)
  const [one, other] = [quick.order, slow].map((order) => attempt(() => told(order)))
  expect(one).toEqual(other)
  return true
}

const attempt = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return String(error)
  }
}

const orders = jsonLines('orders_full')

const hostileText = fc.oneof(
  fc.constantFrom(
    '',
    '"',
    '\\',
    '\\"',
    '"id":7',
    '{"total":',
    '],"id":8,[',
    '\u0000',
    '\ud83d',
    'ñandú 😀',
    '\u2028',
  ),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
)
const hostile = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e21, 2 ** 60, '1.50', '-0.005', '1e3', [], {}),
  fc.array(
    fc.record({ key: fc.constantFrom('_dist_id', 'clave «rara»', 'regla', 'x'), value: fc.jsonValue() }),
  ),
  fc.jsonValue({ maxDepth: 4 }),
)

/** The same value as other JSON: with space, escaped letters, members in another order and twice. */
const spelling = fc.record({
  space: fc.constantFrom('', '', ' ', '\t', '\r', ' \n'.trimEnd()),
  escape: fc.boolean(),
  reverse: fc.boolean(),
  twice: fc.boolean(),
})
type Spelling = { space: string; escape: boolean; reverse: boolean; twice: boolean }

function spelled(value: unknown, how: Spelling): string {
  const { space } = how
  if (Array.isArray(value))
    return `[${space}${value.map((one) => spelled(one, how)).join(`${space},`)}${space}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).flatMap(([name, of]) => {
      const member = `${JSON.stringify(name)}${space}:${space}${spelled(of, how)}`
      return how.twice && name.length % 5 === 2
        ? [`${JSON.stringify(name)}:${spelled(how, { ...how, twice: false })}`, member]
        : [member]
    })
    if (how.reverse) members.reverse()
    return `{${space}${members.join(`${space},${space}`)}${space}}`
  }
  const text = JSON.stringify(value) ?? 'null'
  return how.escape && typeof value === 'string'
    ? text.replace(
        /[^\x20-\x7e]|[aA/]/g,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
    : text
}

/** One value anywhere in a record, exchanged. */
function changed(record: unknown, path: readonly number[], value: unknown): unknown {
  const [first, ...rest] = path
  if (first === undefined || typeof record !== 'object' || record === null) return value
  const names = Object.keys(record)
  if (names.length === 0) return value
  const name = names[first % names.length] ?? ''
  const inner = changed(Reflect.get(record, name), rest, value)
  return Array.isArray(record) ? record.with(Number(name), inner) : { ...record, [name]: inner }
}

const anOrder = fc.constantFrom(...orders.filter((_, index) => index % 97 === 0))

describe('an order read from the bytes of its line', () => {
  test('is nearly every one that a shop lists', () => {
    const lines = orders.map((order) => Buffer.from(JSON.stringify(order)))
    expect(lines.filter(agrees).length).toBeGreaterThan(2900)
  })

  test('is what JSON.parse says, whatever stands in it and however it is spelled', () => {
    let plain = 0
    fc.assert(
      fc.property(
        anOrder,
        fc.array(fc.tuple(fc.array(fc.nat(60), { minLength: 1, maxLength: 4 }), hostile), { maxLength: 3 }),
        spelling,
        (order, changes, how) => {
          const record = changes.reduce<unknown>(
            (before, [path, value]) => changed(before, path, value),
            order,
          )
          if (agrees(Buffer.from(spelled(record, how)))) plain++
        },
      ),
      { numRuns: 1500 },
    )
    expect(plain).toBeGreaterThan(200)
  })

  test('is none where a line is broken, cut off, or holds bytes that are no text', () => {
    fc.assert(
      fc.property(
        anOrder,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(255),
        fc.nat(2),
        (order, share, byte, how) => {
          const bytes = Buffer.from(JSON.stringify(order))
          const at = Math.floor(share * (bytes.length - 1))
          if (how === 0) expect(agrees(bytes.subarray(0, at))).toBe(false)
          else if (how === 1) agrees(Buffer.from(bytes.with(at, byte)))
          else agrees(Buffer.concat([bytes.subarray(0, at), Buffer.from([byte]), bytes.subarray(at)]))
        },
      ),
      { numRuns: 1500 },
    )
  })
})

describe('JSON read from its bytes', () => {
  const readMembers = readerOf(
    objectOf<{ a?: unknown; b?: unknown }>({ a: anything, b: anything }, ['a', 'b']),
  )
  const membersOf = (text: string) => {
    const bytes = Buffer.from(text)
    return readMembers(bytes, 0, bytes.length)
  }
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

  test('is what JSON.parse says', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('a', 'b', 'c', ''), fc.jsonValue()),
        spelling,
        (value, how) => {
          const text = spelled(value, how)
          const { a, b } = JSON.parse(text)
          expect({ ...membersOf(text) }).toEqual({ ...('a' in value && { a }), ...('b' in value && { b }) })
        },
      ),
    )
  })

  test.each([
    ...[
      '',
      ' ',
      '{',
      '{}}',
      '{},',
      '[]',
      'null',
      '1',
      '"a"',
      '{"a"}',
      '{"a":}',
      '{"a":1,}',
      '{,"a":1}',
      "{'a':1}",
    ],
    ...[
      '{"a":01}',
      '{"a":1.}',
      '{"a":.5}',
      '{"a":+1}',
      '{"a":-}',
      '{"a":1e}',
      '{"a":1e+}',
      '{"a":0x1}',
      '{"a":NaN}',
    ],
    ...[
      '{"a":[1,]}',
      '{"a":[,1]}',
      '{"a":[1}',
      '{"a":{"b":1]}',
      '{"a":tru}',
      '{"a":True}',
      '{"a":nul}',
      '{"a":[1 2]}',
    ],
    ...[
      '{"a":"',
      '{"a":"\\"}',
      '{"a":"\\x"}',
      '{"a":"\\u12"}',
      '{"a":"\\u12g4"}',
      '{"a":"\t"}',
      '{"a":"\u0000"}',
    ],
    ...['{"a":1} x', '{"a":1}{', '\uFEFF{}', '{"a":1\u00a0}', '{"a":"x"y}', '{"\\u0061":1,"b":\\u0031}'],
  ])('is nothing for %j', (text) => {
    expect(isObject(parsed(Buffer.from(text)))).toBe(false)
    expect(membersOf(text)).toBeUndefined()
  })

  test('is left to JSON.parse where it is deeper or longer than any record', () => {
    const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect(membersOf(deep)).toBeUndefined()
    const items = readerOf(objectOf({ a: { ...objectOf({ b: anything }) } }))
    const twice = Buffer.from(`{${Array.from({ length: 30_000 }, () => '"a":{"b":1}').join(',')}}`)
    expect(items(twice, 0, twice.length)).toBeUndefined()
  })
})
