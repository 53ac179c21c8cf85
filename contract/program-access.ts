// API tokens and data links of every account, for administrators of accounts.
import { z } from 'zod'
import { endpoint, type RowOf } from './endpoint.ts'
import { PROGRAM_ACCESS_KINDS } from './lists/program-access.ts'
import { id, oneOf, text, utcTime, wholeNumber } from './vocabulary.ts'

const kind = oneOf(PROGRAM_ACCESS_KINDS)

export const programAccess = endpoint('GET /api/config/program-access', {
  access: 'settings',
  summary: 'API tokens that have not expired and data links, of every account, the newest first',
  data: z.array(
    z.object({
      kind,
      id,
      name: text.meta({ example: 'Power BI' }),
      hint: z.string().meta({ description: 'Last characters of the secret', example: 'qT9b' }),
      owner: z.string().meta({ description: 'E-mail of the account', example: 'ana@example.com' }),
      opens: z.string().meta({
        description: 'Permissions of a token, separated by commas; question of a data link',
        example: 'view:scorecard,export',
      }),
      created_at: utcTime,
      used_at: utcTime.nullable().describe('Last use, UTC; null: never'),
      expires_at: utcTime.nullable().describe('UTC; null: a data link does not expire'),
    }),
  ),
})

export const revokeProgramAccess = endpoint('DELETE /api/config/program-access/{kind}/{id}', {
  access: 'settings',
  recentPassword: true,
  summary: 'Revokes an API token or a data link of any account at once',
  params: z.object({
    kind: kind.describe('token: an API token; link: a data link'),
    id: wholeNumber(1, 999_999_999_999, 'Id of the token or data link'),
  }),
  failures: ['access-not-found'],
})

export type ProgramAccess = RowOf<typeof programAccess>
