// The API's description (OpenAPI 3.1), made from the same contract that validates and types; and the page that shows it.
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { failure } from '#contract/vocabulary.ts'

const example = (message: string, errors?: { path: string; message: string }[]) =>
  failure.meta({ example: { success: false, message, ...(errors && { errors }) } })

const FAILURES = {
  400: example('Bad Request', [{ path: 'start_date', message: 'must be YYYY-MM or YYYY-MM-DD' }]),
  401: example('Unauthorized'),
  403: example('Forbidden'),
  404: example('Not Found'),
  409: example('Conflict'),
  429: example('Too Many Requests'),
  500: example('Internal Server Error'),
  503: example('Service Unavailable'),
}

/** Which failures a call can answer with. */
export function errorResponses(
  endpoint: Pick<Endpoint, 'access' | 'path' | 'method' | 'monthly'>,
): Record<number, z.ZodType> {
  const guarded = endpoint.access !== 'public'
  return {
    400: FAILURES[400],
    ...(guarded && { 401: FAILURES[401], 403: FAILURES[403] }),
    ...(endpoint.path.includes('{') && { 404: FAILURES[404] }),
    ...(endpoint.method === 'POST' && { 401: FAILURES[401], 409: FAILURES[409], 429: FAILURES[429] }),
    ...(endpoint.monthly && {
      304: z.null().meta({ description: 'What If-None-Match names is still right' }),
    }),
    500: FAILURES[500],
    503: FAILURES[503],
  }
}

const file = z.string().meta({ format: 'binary', description: 'With export=1: the whole list as a file' })

export const fileResponses = (response: z.ZodType) => ({
  description: 'The answer; with `export=1` a file',
  content: {
    'application/json': { schema: response },
    'text/csv': { schema: file },
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: file },
  },
})

/** Before the routes: the plugin collects them as they come. */
export async function describeApi(server: FastifyInstance, version: string): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Góndola',
        version,
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
  })
}
