// Tokens with which programs call the API as an account, with no more permissions or distributors than it has.
import { z } from 'zod'
import { endpoint, type RowOf } from './endpoint.ts'
import { API_TOKEN_PERMISSIONS } from './permissions.ts'
import { givenName, id, oneOf, text, utcTime, wholeNumber } from './vocabulary.ts'

const MAX_DAYS = 366

const EXAMPLE = 'gondola_pat_4fB0aQ9dK2mX7cT1vN8sJ5hR3wL6zY0GqT9b'
const permission = oneOf(API_TOKEN_PERMISSIONS)
const distIds = z
  .array(text)
  .max(10_000)
  .nullable()
  .meta({ description: 'Distributors of the token; null: all those of the account', example: null })

export const apiTokens = endpoint('GET /api/tokens', {
  access: 'session',
  whileViewing: false,
  summary: 'The API tokens of the caller’s account, newest first',
  data: z.array(
    z.object({
      id,
      name: text.meta({ example: 'Power BI' }),
      hint: z.string().meta({ description: 'Last characters of the token', example: 'qT9b' }),
      permissions: z
        .array(permission)
        .describe('What the token still allows: those that the account lost are left out'),
      dist_ids: distIds,
      created_at: utcTime,
      expires_at: utcTime,
      expired: z.boolean(),
      used_at: utcTime.nullable().describe('Last use, UTC, to within a minute; null: never'),
      network: z.string().meta({
        description: 'Of the last use: the IPv4 address or the /64 network of IPv6; empty: never used',
        example: '192.0.2.7',
      }),
    }),
  ),
})

export const createApiToken = endpoint('POST /api/tokens', {
  access: 'session',
  recentPassword: true,
  summary: 'Creates an API token; the answer is the only one that contains it',
  description:
    '400 names `permissions` or `dist_ids` when they exceed those of the account. When the account later loses some, the token loses them too.',
  failures: ['too-many-api-tokens'],
  body: z.object({
    name: givenName.meta({ example: 'Power BI' }),
    permissions: z.array(permission).min(1, 'must name at least one').max(API_TOKEN_PERMISSIONS.length),
    dist_ids: distIds
      .default(null)
      .refine((value) => value === null || value.length > 0, 'must be null or name at least one'),
    days: z
      .number()
      .int()
      .min(1)
      .max(MAX_DAYS)
      .default(90)
      .meta({ description: 'Days until the token expires', example: 90 }),
  }),
  data: z.object({
    id,
    token: z.string().meta({ description: 'Authorization: Bearer …', example: EXAMPLE }),
    expires_at: utcTime,
  }),
})

export const revokeApiToken = endpoint('DELETE /api/tokens/{id}', {
  access: 'session',
  summary: 'Revokes an API token of the caller’s account at once; its open streams and running exports end',
  params: z.object({ id: wholeNumber(1, 999_999_999_999, 'Id of the token') }),
  failures: ['token-not-found'],
})

export type ApiToken = RowOf<typeof apiTokens>
