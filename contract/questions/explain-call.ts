import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { freshness, isoDate } from '../vocabulary.ts'
import { coverageShape, questionParameters, windowShape } from './calls.ts'
import { DIMENSION_KEYS } from './dimensions.ts'
import { EXPLAINED_BY, FACTORS } from './explain-question.ts'
import { MEASURE_FORMATS, MEASURE_KEYS } from './measures.ts'

const value = z.number().meta({ description: 'In the unit of the measure', example: 12_500.5 })
const change = { before: value, after: value, difference: value }
const where = z.string().nullable()

export const explainChange = endpoint('GET /api/questions/explain', {
  access: 'view:scorecard',
  summary: 'Why a measure changed: factors, the values that moved it, and sentences',
  description:
    'The factors add up to the difference to the cent, and so does each dimension with its rest. Dimensions come in descending order of `explains`; below 0.5 everywhere nothing stands out. Dimensions that the account may not see, or over which the measure does not add up, are left out.',
  query: z.object({
    measure: questionParameters.measures
      .optional()
      .meta({ description: `One of ${MEASURE_KEYS.join(', ')}; default: net_sale`, example: 'net_sale' }),
    from: questionParameters.from,
    to: questionParameters.to,
    period: questionParameters.period,
    compare: questionParameters.compare.meta({
      description: 'previous, year, same_days or same_days_year; default: same_days',
      example: 'previous',
    }),
    where: questionParameters.where,
  }),
  data: z.object({
    before: value.nullable(),
    after: value.nullable(),
    difference: value.nullable().describe('null: a ratio with divisor 0'),
    unit: z.enum(MEASURE_FORMATS),
    factors: z.array(
      z.object({
        key: z.enum(Object.keys(FACTORS) as (keyof typeof FACTORS)[]),
        label: z.string(),
        difference: value,
      }),
    ),
    dimensions: z.array(
      z.object({
        key: z.enum(EXPLAINED_BY),
        label: z.string(),
        explains: z.number().meta({ description: '0 to 1', example: 0.8 }),
        adds_up: z
          .boolean()
          .describe('false: an order with several values counts in each, which `rest` makes up for'),
        values: z.array(
          z.object({
            key: z.string(),
            label: z.string(),
            ...change,
            stands_out: z.boolean().describe('Moved more than its usual noise'),
          }),
        ),
        rest: z.object(change).nullable().describe('All other values; null if there are none'),
      }),
    ),
    sentences: z.array(
      z.object({
        text: z
          .string()
          .meta({ description: 'Spanish, with {0}, {1} … for the numbers', example: 'Venta Neta: {0}.' }),
        numbers: z.array(
          z.object({
            text: z.string().meta({ example: '−$ 1.250,00' }),
            where: where.describe('Filter that leads to the number; null: the question’s own'),
          }),
        ),
      }),
    ),
  }),
  meta: freshness.extend({
    measure: z.enum(MEASURE_KEYS),
    period: windowShape,
    as_of: isoDate.nullable().describe('Today on the store’s clock while the period is running, else null'),
    compared_period: windowShape,
    ...coverageShape,
    not_split_by: z
      .array(z.enum(DIMENSION_KEYS))
      .describe('Dimensions over which the measure does not add up'),
  }),
})

export type ExplanationBody = z.infer<typeof explainChange.response>
