import { z } from 'zod'
import { type DataOf, endpoint, exportParameters } from '../endpoint.ts'
import { pageParameters, withinCap } from '../list-endpoint.ts'
import { PERMISSIONS } from '../permissions.ts'
import { isoDate, pageMeta } from '../vocabulary.ts'
import { DIMENSION_KEYS, TIME_GRAINS } from './dimensions.ts'
import { MEASURE_FORMATS, MEASURE_KEYS } from './measures.ts'
import { PERIODS, QUESTION_COMPARISONS } from './question.ts'

const access = 'view:scorecard'

const permission = z.enum(PERMISSIONS)
const grain = z.enum(['order', 'line', 'benefit', 'account'])
const measureKey = z.enum(MEASURE_KEYS)

export const catalogue = endpoint('GET /api/questions/catalogue', {
  access,
  summary: 'Measures and dimensions that the account may ask for',
  data: z.object({
    measures: z.array(
      z.object({
        key: measureKey,
        title: z.string(),
        definition: z.string(),
        unit: z.enum(MEASURE_FORMATS),
        grain,
        adds_up: z.enum(['always', 'once', 'lines', 'never']),
        permission,
        dimensions: z.array(z.enum(DIMENSION_KEYS)).describe('Dimensions that split or filter it'),
      }),
    ),
    dimensions: z.array(
      z.object({
        key: z.enum(DIMENSION_KEYS),
        title: z.string(),
        definition: z.string(),
        grain: z.enum(['order', 'line', 'benefit']),
        personal: z.boolean(),
        permission,
      }),
    ),
    grains: z.array(z.object({ key: z.enum(['day', 'week', 'month']), title: z.string() })),
    periods: z.array(z.object({ key: z.string(), title: z.string() })),
    comparisons: z.array(z.object({ key: z.string(), title: z.string() })),
  }),
})

const MAX_LENGTH = 20_000
const required = (description: string, example: string) =>
  z.string().max(MAX_LENGTH).meta({ description, example })
const parameter = (description: string, example: string) => required(description, example).optional()

/** Read by `readQuestion`, which names what is wrong. */
export const questionParameters = {
  measures: parameter(`Up to 8 of ${MEASURE_KEYS.join(', ')}`, 'net_sale,orders').default('net_sale'),
  by: parameter(`Up to 2 of ${DIMENSION_KEYS.join(', ')}`, 'province'),
  grain: parameter(`Step of time: ${Object.keys(TIME_GRAINS).join(', ')}`, 'month'),
  from: parameter('First day, YYYY-MM-DD', '2026-05-01'),
  to: parameter('Last day, YYYY-MM-DD', '2026-05-31'),
  period: parameter(
    `Instead of from and to: ${Object.keys(PERIODS).join(', ')}; default: latest_month. Compared as far as it has come`,
    'last_12_months',
  ),
  compare: parameter(`${Object.keys(QUESTION_COMPARISONS).join(', ')}; default: none`, 'previous'),
  where: z
    .union([z.string().max(MAX_LENGTH), z.array(z.string().max(MAX_LENGTH)).max(20)])
    .optional()
    .meta({
      description:
        'dimension:value,value keeps these values, dimension!:value excludes them; may repeat. A comma or backslash inside a value is written after a backslash: segment:Dulces\\, salados',
      example: 'province:CORDOBA,SALTA',
    }),
  order: parameter('Column that orders the rows, after a minus to start with the highest', '-net_sale'),
  limit: parameter('Rows before the row that sums up the rest, 1 to 1000', '10'),
}

/** A value of a measure, or a key with its label. */
const cell = z.union([z.number(), z.string(), z.object({ key: z.string(), label: z.string() }), z.null()])

const values = z.record(z.string(), z.number().nullable())

export const windowShape = z.object({
  from: isoDate,
  to: isoDate,
  until: z.string().nullable().meta({
    description: 'Last moment, on the store’s clock; null: all of the days',
    example: '2026-04-20 15:32:10',
  }),
})

const PER_PAGE = 1000
export const MAX_PAGE = 10_000

const labelled = z.object({ key: z.string(), label: z.string() })

/** What the figures of an answer cover. */
export const coverageShape = {
  where: z
    .array(
      z.object({
        dimension: z.enum(DIMENSION_KEYS),
        label: z.string(),
        is_excluded: z.boolean(),
        values: z.array(labelled),
      }),
    )
    .describe('The filters by their names, in the order of the question'),
  distributors: z
    .array(labelled)
    .nullable()
    .describe('Those that the role or token is limited to; null: the whole shop'),
  currency: z.string().meta({ description: 'Of the amounts, ISO 4217', example: 'ARS' }),
  missing: z
    .array(z.object({ dimension: z.enum(DIMENSION_KEYS), title: z.string(), values: z.array(z.string()) }))
    .describe('Filtered values that nothing ever had: typos, or names that changed'),
}

export const answerQuestion = endpoint('GET /api/questions/answer', {
  access,
  summary: 'Measures by dimensions and time, with totals and a comparison',
  files: ['csv', 'xlsx', 'parquet'],
  description:
    'Rows have a field per dimension ({key, label}), one for the step of time, and per measure its value, with a comparison also `…_compared`, `…_difference` and `…_change`. A change is null from 0, and where days are missing: for 0 while the period is running (`as_of`) or without data (`has_orders`), and for every value after `cut_after`. Needs the permission of each measure and dimension.',
  query: z
    .object({
      ...questionParameters,
      ...pageParameters(PER_PAGE, MAX_PAGE),
      ...exportParameters,
      format: z
        .enum(['csv', 'xlsx', 'parquet'])
        .default('csv')
        .describe('Format of the file; the columns of parquet are named by their keys'),
    })
    .refine((sent) => withinCap(sent, MAX_PAGE), {
      path: ['per_page'],
      error: `must be at most ${MAX_PAGE} without export=1`,
    }),
  data: z.array(z.record(z.string(), cell)),
  meta: pageMeta.extend({
    totals: values,
    rest: values.nullable().describe('What `limit` left out; null: nothing'),
    before: values.describe('What the rows of earlier pages add up to, where a measure adds up'),
    measures: z.record(
      z.string(),
      z.object({ unit: z.string(), adds_up: z.boolean(), title: z.string(), definition: z.string() }),
    ),
    ...coverageShape,
    period: windowShape,
    as_of: isoDate
      .nullable()
      .describe('Today on the store’s clock while the period is running; null: it is over or has not begun'),
    compared_period: windowShape.nullable().describe('Null also for a period that has not begun'),
    has_orders: z
      .boolean()
      .describe('Whether the shop has any order in the period, or was read after it and had none'),
    cut_after: isoDate
      .nullable()
      .describe(
        'Last day with orders of a period that is over and was read only in part: what reaches beyond it has no change; null: it is complete',
      ),
    steps: z
      .object({ first: z.string(), last: z.string() })
      .nullable()
      .describe(
        'First and last step of the asked period up to now; null without `grain`, or for a period that has not begun. Without `by`, each step has a row',
      ),
    partial: z
      .array(isoDate)
      .describe(
        'First days of the weeks or months that the period cuts, even before `from`; they are compared only with ones cut alike',
      ),
  }),
})

export type Catalogue = DataOf<typeof catalogue>
export type AnswerBody = z.infer<typeof answerQuestion.response>
