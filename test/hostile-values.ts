// The API description of each call, and values that violate it or only look as if they did.
import { z } from 'zod'

const schema = z.object({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().optional(),
})

const field = z.object({
  type: z.string().optional(),
  minimum: z.number().optional(),
  enum: z.array(z.string()).optional(),
  anyOf: z.array(z.unknown()).optional(),
})
const fields = z.object({
  properties: z.record(z.string(), field),
  required: z.array(z.string()).default([]),
})

const described = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        parameters: z
          .array(
            z.object({
              name: z.string(),
              in: z.enum(['path', 'query']),
              required: z.boolean().default(false),
              schema,
            }),
          )
          .default([]),
        responses: z.record(z.string(), z.object({})),
        requestBody: z
          .object({
            content: z.object({
              'application/json': z.object({
                schema: z.union([fields, z.object({ oneOf: z.array(fields).nonempty() })]),
                example: z.record(z.string(), z.unknown()),
              }),
            }),
          })
          .optional(),
      }),
    ),
  ),
})

type Fields = z.infer<typeof fields>

export interface Parameter {
  readonly name: string
  readonly kind: 'month' | 'whole' | 'words' | 'text'
  readonly isRequired: boolean
  readonly least: number
  readonly most: number
}

export interface Operation {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly places: readonly string[]
  readonly query: readonly Parameter[]
  readonly body: Fields | undefined
  /** A body that the call accepts. */
  readonly example: Readonly<Record<string, unknown>>
  /** Every status in the description. */
  readonly statuses: readonly number[]
}

const METHODS = { get: 'GET', post: 'POST', delete: 'DELETE' } as const

/** Every call of `/api/openapi.json`. */
export function operationsOf(description: unknown): Operation[] {
  return Object.entries(described.parse(description).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody, responses }]) => {
      const { schema: body, example = {} } = requestBody?.content['application/json'] ?? {}
      return {
        method: METHODS[method as keyof typeof METHODS],
        path,
        places: parameters.filter((item) => item.in === 'path').map(({ name }) => name),
        query: parameters
          .filter((item) => item.in === 'query')
          .map((item) => ({ ...parameterOf(item.name, item.schema), isRequired: item.required })),
        body: body && 'oneOf' in body ? body.oneOf[0] : body,
        example,
        statuses: Object.keys(responses).map(Number),
      }
    }),
  )
}

function parameterOf(name: string, told: z.infer<typeof schema>): Omit<Parameter, 'isRequired'> {
  const kindOf = () => {
    if (name === 'start_date') return 'month'
    if (told.type === 'integer') return 'whole'
    return told.enum ? 'words' : 'text'
  }
  return { name, kind: kindOf(), least: told.minimum ?? 0, most: told.maximum ?? 0 }
}

const INJECTIONS = [
  "' or 1=1 --",
  '"; drop table orders; --',
  "1'; select pg_sleep(9); --",
  '$1',
  '#{7*7}',
  '%',
]

/** Texts that no filter accepts: too long, or with a character that PostgreSQL cannot store. */
export const WRONG_TEXTS = ['x'.repeat(256), '🍫'.repeat(256), 'a\u0000b', '\u0000']

/** Texts that look dangerous but are harmless. */
export const legalTexts = [
  ...INJECTIONS,
  ...['\\', '_', '%%%', '', ' ', '-1', '0', '1e9', '99999999999999999999999999', 'NaN', 'null', 'undefined'],
  ...[
    'ñandú 🍫 \u202e',
    '\ud800',
    '\ufeff',
    '\uffff',
    'İstanbul ß',
    'e\u0301',
    '\u0001\u001f\u007f',
    'a\r\nset-cookie: b=1',
  ],
  ...[
    '[object Object]',
    '{"$ne":null}',
    '__proto__',
    'constructor',
    'toString',
    '../../etc/passwd',
    '<script>',
    '=cmd()',
  ],
  'x'.repeat(255),
]

const WRONG_MONTHS = [
  ...[
    '2020-13',
    '2026-00',
    '0000-00',
    '0000-01',
    '9999-12',
    '2026-05-32',
    '2026-02-30',
    '2026',
    '2026-5',
    '202605',
    '2026-05-14T00:00:00Z',
  ],
  ...[
    '-2026-05',
    '+2026-05',
    ' 2026-05',
    '2026-05 ',
    '2026-05\n',
    '２０２６-05',
    '2026-05-',
    '20261-05',
    'mayo',
    '',
  ],
]

const WRONG_NUMBERS = [
  '',
  ' ',
  'x',
  '1.5',
  '1e9',
  '0x10',
  'NaN',
  'Infinity',
  '١',
  '1,000',
  '9'.repeat(15),
  '9'.repeat(400),
]

/** Values that this parameter must refuse. */
export function wrongValues({ kind, least, most }: Parameter): string[] {
  const refused = {
    month: () => [...WRONG_MONTHS, ...INJECTIONS, ...WRONG_TEXTS],
    whole: () => [...WRONG_NUMBERS, String(least - 1), String(most + 1), ...INJECTIONS, '\u0000'],
    words: () => [
      '',
      ' ',
      '2',
      'sí',
      'constructor',
      '__proto__',
      'toString',
      '1,1',
      ...INJECTIONS,
      '\u0000',
      '\ud800',
    ],
    text: () => WRONG_TEXTS,
  }
  return refused[kind]()
}

const OTHER_KINDS: Record<string, readonly unknown[]> = {
  string: [null, 1, true, [], ['x'], {}, { $ne: null }, { length: 3 }],
  integer: [null, '1', true, [], [1], {}, 1.5, -1, 0, 1e300],
  boolean: [null, 1, 'true', [], {}],
  array: [
    null,
    1,
    'all',
    {},
    { 0: 'export', length: 1 },
    [-1],
    [null],
    ['settings; --'],
    Array(50).fill('export'),
  ],
}

/** Whole bodies with one field of a wrong type, as JSON; a required field is also omitted. */
export function wrongFields(operation: Operation): { field: string; body: string }[] {
  const whole = operation.example
  return Object.entries(operation.body?.properties ?? {}).flatMap(([name, { type, minimum }]) => {
    const wrong = (OTHER_KINDS[type ?? 'boolean'] ?? []).filter((value) => value !== 0 || minimum !== 0)
    const bodies = wrong.map((value) => ({ ...whole, [name]: value }))
    const { [name]: _left, ...rest } = whole
    const without = operation.body?.required.includes(name) ? [rest] : []
    const odd = type === undefined ? [] : [...bodies, ...without]
    return odd.map((body) => ({ field: name, body: JSON.stringify(body) }))
  })
}
