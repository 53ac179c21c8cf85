// docs/metrics.md defines every number that a view of data returns, and no others.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#contract/api.ts'

interface JsonSchema {
  readonly type?: string
  readonly anyOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: JsonSchema | boolean
}

/** Names of the numeric fields; a number in a list or a record has the name of the list or record. */
function numbersIn(schema: JsonSchema, name = ''): string[] {
  const { type, anyOf = [], items, properties = {}, additionalProperties: values } = schema
  return [
    ...(type === 'number' || type === 'integer' ? [name] : []),
    ...anyOf.flatMap((one) => numbersIn(one, name)),
    ...(items ? numbersIn(items, name) : []),
    ...Object.entries(properties).flatMap(([key, field]) => numbersIn(field, key)),
    ...(typeof values === 'object' ? numbersIn(values, name) : []),
  ]
}

const figures = new Set(
  endpoints
    .filter(({ access }) => access.startsWith('view:'))
    .flatMap(({ response }) => numbersIn(z.toJSONSchema(response.shape.data, { io: 'output' }) as JsonSchema))
    // Columns of answers to questions have no fixed name: the catalogue defines them, see test/docs.test.ts.
    // Numbers that name a state are no figures.
    .filter((name) => !['', 'revision', 'decision'].includes(name) && !/(^|_)ids?$/.test(name)),
)

const metrics = readFileSync(new URL('../../docs/metrics.md', import.meta.url), 'utf8')
const fields = metrics.split('\n## ').find((section) => section.startsWith('Fields')) ?? ''
const defined = [...fields.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, names = '']) =>
  [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
)

test('every figure of the API has a definition in docs/metrics.md', () => {
  expect(figures.size).toBeGreaterThan(80)
  expect([...figures].filter((name) => !defined.includes(name))).toEqual([])
})

test('docs/metrics.md defines no field that is not in the API, and none twice', () => {
  expect(defined.filter((name) => !figures.has(name))).toEqual([])
  expect(defined.filter((name, index) => defined.indexOf(name) !== index)).toEqual([])
})
