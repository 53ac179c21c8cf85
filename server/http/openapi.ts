import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type AnsweredFile, type Endpoint, isOpenToApiTokens } from '#contract/endpoint.ts'
import { ERRORS, type ErrorCode } from '#contract/errors.ts'
import type { Table } from '#contract/list.ts'
import { failure } from '#contract/vocabulary.ts'
import { bodyOf, HttpError, statusErrorCode } from './errors.ts'
import { csvHeader, EXCEL, lineWriter } from './export/csv.ts'
import { PARQUET_TYPE } from './export/parquet.ts'
import { exampleOf, type Schema } from './openapi-examples.ts'
import { tableRows } from './table-rows.ts'

const MEANING: Readonly<Record<number, string>> = {
  304: 'The response named by If-None-Match is still current; no body',
  400: 'A parameter or a field of the body is not valid; `errors` names it',
  401: 'No access token or API token, or one that is wrong, expired or revoked',
  403: 'The role of the account does not allow it, its password or second factor must be seen to first, or an API token cannot make the call',
  404: 'The addressed resource does not exist',
  409: 'The request conflicts with the current state',
  414: 'A path parameter is longer than 500 characters',
  413: 'The body is larger than a megabyte, or than 16 KiB before signing in',
  415: 'The body is not JSON',
  422: 'The files hold no orders',
  429: 'Too many attempts; retry after the seconds in `Retry-After`',
  500: 'Server error; see its log',
  502: 'The connected store does not respond',
  503: 'Too many calls at once, or the database does not respond; retry after the seconds in `Retry-After`',
  504: 'The answer takes more time or work than one call may',
  507: 'No space left on the disk; reads still work',
}

type Described = Pick<
  Endpoint,
  'access' | 'path' | 'method' | 'monthly' | 'acts' | 'onlyReads' | 'forApiTokens'
> &
  Partial<Pick<Endpoint, 'failures' | 'params' | 'query' | 'body'>>

/** The failures of a call, by status. */
export function errorResponses(endpoint: Described): Record<number, object> {
  const { access, path, method, monthly, onlyReads, failures = [], query, body } = endpoint
  const hasParameters = path.includes('{') || (query ? hasFields(query) : false)
  const hasBody = method === 'POST' && (!body || hasFields(body))
  const statuses = [
    ...(monthly ? [304] : []),
    ...(hasParameters || hasBody ? [400] : []),
    ...(access === 'public' ? [] : [401]),
    ...(access === 'public' ? [] : [403]),
    ...(hasBody ? [413, 415] : []),
    ...(path.includes('{') ? [414] : []),
    ...(access !== 'public' && isOpenToApiTokens(endpoint) ? [429] : []),
    ...failures.map((code) => ERRORS[code][0]),
    ...[500, 503],
    ...(method === 'POST' && !onlyReads ? [507] : [504]),
  ]
  const failureResponse = (status: number) => ({
    description: MEANING[status] ?? '',
    content: { 'application/json': { schema: failure } },
  })
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      status === 304 ? z.null().meta({ description: MEANING[304] ?? '' }) : failureResponse(status),
    ]),
  )
}

/** Who may make the call: a session, and where it is open to them, an API token. */
export const securityOf = (endpoint: Parameters<typeof isOpenToApiTokens>[0]) => [
  { accessToken: [] },
  ...(isOpenToApiTokens(endpoint) ? [{ apiToken: [] }] : []),
]

export const hasFields = (schema: z.ZodType): boolean =>
  !(schema instanceof z.ZodObject) || Object.keys(schema.shape).length > 0

const MEDIA_TYPES: Readonly<Record<AnsweredFile, string>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: PARQUET_TYPE,
  pdf: 'application/pdf',
}

const file = z.string().meta({ format: 'binary', description: 'The whole answer as a file' })

function successOf({ list, table, files = list || table ? ['csv', 'xlsx'] : [], response }: Endpoint) {
  const told = files.map((format) => [MEDIA_TYPES[format], { schema: file }])
  const asked = files.includes('csv') ? '`export=1`' : `\`format=${files.join()}\``
  return {
    description: files.length > 0 ? `Success; with ${asked} a file` : 'Success',
    content: { 'application/json': { schema: response }, ...Object.fromEntries(told) },
  }
}

export const responsesOf = (endpoint: Endpoint): Record<number, object> => ({
  200: successOf(endpoint),
  ...errorResponses(endpoint),
})

/** The operation object beyond its schemas. */
export const operationOf = (endpoint: Endpoint) => ({
  summary: endpoint.summary,
  tags: [endpoint.path.split('/')[2] ?? ''],
  operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replaceAll(/[^a-zA-Z0-9]+(.)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '')}`,
  ...(endpoint.description && { description: endpoint.description }),
  ...(endpoint.access !== 'public' && { security: securityOf(endpoint) }),
  ...(endpoint.failures && { 'x-failures': endpoint.failures }),
  ...(endpoint.timeless && { 'x-timeless': true }),
  ...((endpoint.list ?? endpoint.table) && { 'x-table': endpoint.list ?? endpoint.table }),
})

/** `/api/openapi.json` and `/api/docs`. Must be registered before the routes. */
export async function describeApi(server: FastifyInstance, version: string): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Góndola',
        version,
        license: { name: 'MIT', identifier: 'MIT' },
        description:
          'Sales analytics for shops that sell through distributors. Success: `{"success": true, "data": …}`; failure: `{"success": false, "message", "errors"?}`. Amounts are in the store’s currency; months are calendar months in the store’s time zone.',
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          accessToken: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'From POST /api/login',
          },
          apiToken: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'gondola_pat_…',
            description: 'From POST /api/tokens, or *Mi cuenta → Tokens de acceso*',
          },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => withExamples(jsonSchemaTransformObject(document)),
  })
  server.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(server.swagger()),
  )
  await server.register(swaggerUi, { routePrefix: '/api/docs', theme: { title: 'API · Góndola' } })
}

interface Media {
  schema?: Schema & { $ref?: string }
  example?: unknown
  examples?: Record<string, { value: unknown }>
}
type Content = Record<string, Media>
interface Operation {
  parameters?: { name: string; schema: Schema; example?: unknown }[]
  requestBody?: { content: Content }
  responses?: Record<string, { content?: Content; $ref?: string }>
  security?: object[]
  'x-failures'?: Endpoint['failures']
  'x-timeless'?: true
  'x-table'?: Table
}

/** Accepted beside `orderBy`; generated clients would give both the same name. */
const SECOND_SPELLING = 'order_by'

const isFailure = (status: string) => Number(status) >= 400

/** Adds an example to every parameter, body and response; failures without codes of their own are shared components. */
function withExamples<Document extends object>(document: Document): Document {
  const { paths, components } = document as {
    paths: Record<string, Record<string, Operation>>
    components: Record<string, object> & { schemas: Record<string, object> }
  }
  // Failures are never sent to the server.
  delete components.schemas.FailureInput
  const shared: Record<string, object> = {}
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const { parameters = [], requestBody, responses = {} } = operation
    const { 'x-failures': failures = [], 'x-table': table } = operation
    delete operation['x-failures']
    delete operation['x-table']
    // What needs no credentials says so.
    operation.security ??= []
    const isTimeless = operation['x-timeless'] === true
    operation.parameters = parameters.filter(
      ({ name }) => name !== SECOND_SPELLING && !(isTimeless && name === 'start_date'),
    )
    delete operation['x-timeless']
    for (const parameter of parameters) {
      const { whenAbsent, example: _, ...schema } = parameter.schema
      parameter.example = exampleOf(parameter.schema, parameter.name)
      parameter.schema = whenAbsent === undefined ? schema : { ...schema, default: whenAbsent }
    }
    for (const { content } of requestBody ? [requestBody] : []) addExamples(content)
    for (const [status, response] of Object.entries(responses)) {
      if (!isFailure(status)) {
        addExamples(response.content ?? {}, table)
        continue
      }
      const own = failures.filter((code) => ERRORS[code][0] === Number(status))
      if (own.length === 0) {
        shared[`Failure${status}`] = failed(response, [failureOf(Number(status))])
        responses[status] = { $ref: `#/components/responses/Failure${status}` }
      } else
        responses[status] = failed(
          response,
          own.map((code) => bodyOf(new HttpError(code))),
        )
    }
  }
  components.responses = shared
  return document
}

function addExamples(content: Content, table?: Table): void {
  const { 'application/json': json, 'text/csv': csv } = content
  if (json?.schema) json.example = exampleOf(json.schema)
  if (csv && table) csv.example = fileOf(table, json?.example)
}

const fileOf = (table: Table, response: unknown): string =>
  [
    csvHeader(table.columns, EXCEL),
    ...tableRows(table, Object(response).data).map(lineWriter(table.columns, EXCEL)),
  ].join('')

/** Of the statuses that never come without a more specific code. */
const SENT_CODES: Readonly<Record<number, ErrorCode>> = { 504: 'too-much-work', 507: 'disk-full' }

const failureOf = (status: number) =>
  bodyOf(
    new HttpError(SENT_CODES[status] ?? statusErrorCode(status)),
    status === 400 ? [{ path: 'start_date', message: 'must be YYYY-MM or YYYY-MM-DD' }] : undefined,
  )

function failed<Response extends { content?: Content }>(
  response: Response,
  bodies: readonly object[],
): Response {
  const { schema } = response.content?.['application/json'] ?? {}
  const examples = Object.fromEntries(bodies.map((value, index) => [`example${index + 1}`, { value }]))
  return { ...response, content: { 'application/json': { ...(schema && { schema }), examples } } }
}
