// Addresses that answer one question to spreadsheets and BI tools, which send no header of ours.
import { z } from 'zod'
import { endpoint, type RowOf } from './endpoint.ts'
import { count, givenName, id, text, utcTime, wholeNumber } from './vocabulary.ts'

/** Followed by the link's secret and the extension of a format. */
export const DATA_LINK_PATH = '/api/data/'
export const DATA_LINK_FORMATS = ['csv', 'json', 'parquet'] as const

const question = z.string().max(20_000).meta({
  description: 'Parameters of GET /api/questions/answer',
  example: 'measures=net_sale%2Corders&by=distributor&period=last_12_months&grain=month',
})

export const dataLinks = endpoint('GET /api/data-links', {
  access: 'session',
  whileViewing: false,
  summary: 'The data links of the caller’s account, newest first',
  data: z.array(
    z.object({
      id,
      name: text.meta({ example: 'Ventas por distribuidor' }),
      question,
      hint: z.string().meta({ description: 'Last characters of the secret', example: 'qT9b' }),
      created_at: utcTime,
      used_at: utcTime.nullable().describe('Last answer, UTC; null: never'),
      uses: count.describe('Answers'),
      gone: z.string().meta({
        description: 'Names in its filter that nothing has any more, as a sentence in Spanish; else empty',
        example: '',
      }),
    }),
  ),
})

export const createDataLink = endpoint('POST /api/data-links', {
  access: 'session',
  recentPassword: true,
  summary: 'Creates the address of a question; the answer is the only one that contains it',
  description:
    'Each call of the address answers what the account may see at that time. 400 names `question` when it cannot be answered; 403 without the permission to export.',
  failures: ['too-many-data-links'],
  body: z.object({
    name: givenName.meta({ example: 'Ventas por distribuidor' }),
    question,
  }),
  data: z.object({
    id,
    path: z.string().meta({
      description: 'Address on this server without the extension: add .csv, .json or .parquet',
      example: `${DATA_LINK_PATH}gondola_lnk_4fB0aQ9dK2mX7cT1vN8sJ5hR3wL6zY0GqT9b`,
    }),
  }),
})

export const revokeDataLink = endpoint('DELETE /api/data-links/{id}', {
  access: 'session',
  summary: 'Revokes a data link of the caller’s account at once',
  params: z.object({ id: wholeNumber(1, 999_999_999_999, 'Id of the data link') }),
  failures: ['data-link-not-found'],
})

export type DataLink = RowOf<typeof dataLinks>
