// The API's description (OpenAPI 3.1), made from the same contract that validates and types; and the page that shows it.
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Table } from '#contract/list.ts'
import { failure } from '#contract/vocabulary.ts'
import { catalogueMessage } from './errors.ts'
import type { ExportRow } from './export/cells.ts'
import { csvHead, EXCEL, lineWriter } from './export/csv.ts'
import { exampleOf, type Schema } from './openapi-examples.ts'

/** What a status means in every call. */
const MEANING: Readonly<Record<number, string>> = {
  304: 'What If-None-Match names is still right; no body',
  400: 'A parameter or a field of the body does not validate; `errors` names it',
  401: 'No access token, or one that is wrong, expired or revoked',
  403: 'The role of the account does not allow it',
  404: 'What the address names is not there',
  409: 'It conflicts with what is there',
  414: 'A part of the address is longer than 500 characters',
  413: 'The body is larger than a megabyte',
  415: 'The body is not JSON',
  429: 'Too many attempts; `Retry-After` says after how many seconds to try again',
  500: 'A fault of the server; its log tells more',
  502: 'The connected store does not answer',
  503: 'The database does not answer; `Retry-After` says after how many seconds to try again',
}

type Described = Pick<Endpoint, 'access' | 'path' | 'method' | 'monthly'> &
  Partial<Pick<Endpoint, 'failures' | 'params' | 'query' | 'body'>>

/** Which failures a call can answer with. */
export function errorResponses(endpoint: Described): Record<number, object> {
  const { access, path, method, monthly, failures = {}, query, body } = endpoint
  const asked = path.includes('{') || (query ? hasFields(query) : false)
  const sent = method === 'POST' && (!body || hasFields(body))
  const statuses = [
    ...(monthly ? [304] : []),
    ...(asked || sent ? [400] : []),
    ...(access === 'public' ? [] : [401]),
    ...(access === 'public' || access === 'session' ? [] : [403]),
    ...(sent ? [413, 415] : []),
    ...(path.includes('{') ? [414] : []),
    ...Object.keys(failures).map(Number),
    ...[500, 503],
  ]
  const told = (status: number) => ({
    description: MEANING[status] ?? catalogueMessage(status),
    content: { 'application/json': { schema: failure } },
  })
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      status === 304 ? z.null().meta({ description: MEANING[304] ?? '' }) : told(status),
    ]),
  )
}

/** Whether there is anything to send in it. */
export const hasFields = (schema: z.ZodType): boolean =>
  !(schema instanceof z.ZodObject) || Object.keys(schema.shape).length > 0

const file = z.string().meta({ format: 'binary', description: 'With export=1: the whole list as a file' })

const answerResponse = (response: z.ZodType) => ({
  description: 'The answer',
  content: { 'application/json': { schema: response } },
})

const fileResponse = (response: z.ZodType) => ({
  description: 'The answer; with `export=1` a file',
  content: {
    'application/json': { schema: response },
    'text/csv': { schema: file },
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: file },
  },
})

/** Every answer of a call, good or not. */
export const responsesOf = (endpoint: Endpoint): Record<number, object> => ({
  200: (endpoint.list || endpoint.table ? fileResponse : answerResponse)(endpoint.response),
  ...errorResponses(endpoint),
})

/** What the description says of a call beyond its schemas. */
export const operationOf = (endpoint: Endpoint) => ({
  summary: endpoint.summary,
  tags: [endpoint.path.split('/')[2] ?? ''],
  operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replaceAll(/[^a-zA-Z0-9]+(.)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '')}`,
  ...(endpoint.description && { description: endpoint.description }),
  ...(endpoint.access !== 'public' && { security: [{ accessToken: [] }] }),
  ...(endpoint.failures && { 'x-failures': endpoint.failures }),
  ...(endpoint.timeless && { 'x-timeless': true }),
  ...((endpoint.list ?? endpoint.table) && { 'x-table': endpoint.list ?? endpoint.table }),
})

/** Before the routes: the plugin collects them as they come. */
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
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => withExamples(jsonSchemaTransformObject(document)),
  })
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
  'x-failures'?: Endpoint['failures']
  'x-timeless'?: true
  'x-table'?: ExportedTable
}

/** What becomes a file: the rows of the answer, or of one field of it. */
type ExportedTable = Pick<Table, 'columns' | 'field'>

const isFailure = (status: string) => Number(status) >= 400

/** Gives every parameter, body, answer and failure an example; failures that say nothing of their own are told once. */
function withExamples<Document extends object>(document: Document): Document {
  const { paths, components } = document as {
    paths: Record<string, Record<string, Operation>>
    components: Record<string, object> & { schemas: Record<string, object> }
  }
  // Nobody sends a failure.
  delete components.schemas.FailureInput
  const shared: Record<string, object> = {}
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const { parameters = [], requestBody, responses = {} } = operation
    const { 'x-failures': failures = {}, 'x-table': table } = operation
    delete operation['x-failures']
    delete operation['x-table']
    if (operation['x-timeless']) operation.parameters = parameters.filter(({ name }) => name !== 'start_date')
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
      const own = failures[Number(status) as keyof typeof failures]
      if (!own) {
        shared[`Failure${status}`] = failed(response, [failureOf(Number(status))])
        responses[status] = { $ref: `#/components/responses/Failure${status}` }
      } else
        responses[status] = failed(
          response,
          own.map((message) => ({ success: false, message })),
        )
    }
  }
  components.responses = shared
  return document
}

function addExamples(content: Content, table?: ExportedTable): void {
  const { 'application/json': json, 'text/csv': csv } = content
  if (json?.schema) json.example = exampleOf(json.schema)
  if (csv && table) csv.example = fileOf(table, json?.example)
}

const record = (value: unknown): ExportRow => Object(value)

/** The file of an answer: the titles that people know its fields by, and its rows. */
function fileOf({ columns, field }: ExportedTable, answer: unknown): string {
  const { data } = record(answer)
  const rows = field === undefined ? data : record(data)[field]
  return [
    csvHead(columns, EXCEL),
    ...[rows].flat().map((row) => lineWriter(columns, EXCEL)(record(row))),
  ].join('')
}

const failureOf = (status: number) => ({
  success: false,
  message: catalogueMessage(status),
  ...(status === 400 && { errors: [{ path: 'start_date', message: 'must be YYYY-MM or YYYY-MM-DD' }] }),
})

function failed<Response extends { content?: Content }>(
  response: Response,
  bodies: readonly object[],
): Response {
  const { schema } = response.content?.['application/json'] ?? {}
  const examples = Object.fromEntries(bodies.map((value, index) => [`example${index + 1}`, { value }]))
  return { ...response, content: { 'application/json': { ...(schema && { schema }), examples } } }
}
