// Monthly goals and the progress towards them.
import { z } from 'zod'
import { endpoint, exportParameters, type RowOf } from '../endpoint.ts'
import { isDay, isMonth } from '../month.ts'
import { MEASURE_FORMATS } from '../questions/measures.ts'
import { count, freshness, isoDate, oneOf, percent, text, wholeNumber } from '../vocabulary.ts'
import { GOAL_DIMENSIONS, GOAL_MEASURES, MAX_GOAL } from './scopes.ts'

const access = 'view:scorecard'

const measure = oneOf(GOAL_MEASURES).meta({ description: 'Measure of the catalogue', example: 'net_sale' })
const by = oneOf(GOAL_DIMENSIONS).meta({
  description: 'all: the whole shop; otherwise one goal per value',
  example: 'distributor',
})
const month = z
  .string()
  .refine(
    (value) => isMonth(value) && value >= '2000' && value < '2100',
    'must be YYYY-MM, from 2000 to 2099',
  )
  .meta({ description: 'YYYY-MM', example: '2026-05' })
const asOf = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'must be YYYY-MM-DD', abort: true })
  .refine(isDay, 'must be a day')
  .meta({
    description: 'The forecast uses what was known at the end of this day; default: today',
    example: '2026-05-14',
  })
const amount = z.number().meta({ description: 'In the unit of the measure', example: 12_500.5 })
const gone = z
  .boolean()
  .describe('A name that no product has any more, kept for its goals: merged, split or deleted by the shop')
const key = text.meta({ description: 'dist_id, business or segment; empty: the whole shop', example: '101' })

export const goals = endpoint('GET /api/goals', {
  access,
  summary: 'Goals of a year, one row per distributor, business or segment',
  files: ['csv', 'xlsx'],
  description:
    'Every known value has a row, and so has every name with goals in the year. A role that is limited to distributors gets only theirs. Exports need the permission to export.',
  query: z.object({
    measure: measure.default('net_sale'),
    by: by.default('all'),
    year: wholeNumber(2000, 2099, 'Year; default: the present one').optional().meta({ example: 2026 }),
    ...exportParameters,
  }),
  data: z.array(
    z.object({
      key,
      label: z.string().meta({ example: 'Norte Hermanos' }),
      gone,
      goals: z
        .array(amount.nullable())
        .length(12)
        .meta({
          description: 'January to December; null: none',
          example: Array.from({ length: 12 }, () => 12_500.5),
        }),
    }),
  ),
  meta: freshness.extend({
    year: count.meta({ example: 2026 }),
    unit: z.enum(MEASURE_FORMATS),
    can_undo: z.boolean().describe('The account has a last change that it can undo'),
  }),
})

const MAX_CELLS = 10_000

export const saveGoals = endpoint('POST /api/goals', {
  access: 'goals',
  summary: 'Sets or removes goals: all of them or, if one is wrong, none',
  description: 'Every wrong cell is named as `cells.3.amount`, counted from 0.',
  body: z.object({
    measure,
    by,
    cells: z
      .array(
        z.object({
          key,
          month,
          amount: z
            .number()
            .min(0, 'must not be negative')
            .max(MAX_GOAL, `must be at most ${MAX_GOAL}`)
            .nullable()
            .meta({ description: 'null removes the goal', example: 12_500.5 }),
          before: z
            .number()
            .nullable()
            .optional()
            .meta({ description: 'The goal that the caller saw; 409 if it is another one', example: 12_000 }),
        }),
      )
      .min(1, 'is required')
      .max(MAX_CELLS, `must have at most ${MAX_CELLS} cells`),
  }),
  failures: ['goals-changed'],
  data: z.object({ changed: count.describe('Goals that differ from before') }),
})

export const undoGoals = endpoint('POST /api/goals/undo', {
  access: 'goals',
  summary: 'Undoes the last change of goals by the caller’s account',
  failures: ['nothing-to-undo', 'goals-undo-conflict'],
  data: z.object({ changed: count }),
})

export const reached = {
  so_far: amount.describe('Up to the end of `as_of`, or up to now'),
  in_preparation: amount.describe(
    'Of orders in preparation of these days, the same figure as on every other screen; the forecast counts the part that is usually completed',
  ),
  expected_by_now: amount
    .nullable()
    .describe(
      'Where the month should be, with what is in preparation, to end at the goal by the course of the forecast; without a goal, at the forecast itself',
    ),
  forecast: amount.nullable().describe('Of the whole month; null before it begins'),
  low: amount.nullable().describe('The month ends above it with 90 %'),
  high: amount.nullable().describe('The month ends below it with 90 %'),
  goal: amount.nullable(),
  days_left: count.describe('Days after `as_of`'),
  needed_per_day: amount
    .nullable()
    .describe(
      'What each day left must add to reach the goal; 0 once it is reached, null without days or goal',
    ),
}

const asked = {
  measure: measure.default('net_sale'),
  month: month.optional().meta({ description: 'YYYY-MM; default: that of `as_of`', example: '2026-05' }),
  as_of: asOf.optional(),
}

export const goalForecast = endpoint('GET /api/goals/forecast', {
  access,
  summary: 'The result or forecast of a month, from what was known on a day',
  query: z.object({
    ...asked,
    scope: text.default('all').meta({
      description: 'all, distributor:dist_id, business:name or segment:name',
      example: 'distributor:101',
    }),
  }),
  data: z.object({
    ...reached,
    course: z
      .array(
        z.object({
          day: isoDate,
          actual: amount.nullable().describe('Sum up to the day; null after `as_of`'),
          usual: amount.describe('Where the usual course towards goal or forecast is on that day'),
          forecast: amount.nullable().describe('Expected sum after `as_of`'),
          low: amount.nullable(),
          high: amount.nullable(),
          holiday: z.string().nullable().meta({ example: 'Navidad' }),
        }),
      )
      .describe('One per day of the month'),
    past_errors: z
      .array(
        z.object({
          day: count.meta({
            description: 'Day of the month on which the forecasts were made',
            example: 10,
          }),
          months: count.describe('Months that were tried'),
          error: percent.describe('Mean absolute error, in percent of the result'),
          straight_line: percent.describe('The same of so far / days × days of the month'),
          inside: percent.describe('Months that ended inside the range'),
        }),
      )
      .describe('How far forecasts of past months were off; empty with less than four months'),
  }),
  meta: freshness.extend({
    measure,
    month,
    as_of: isoDate,
    scope: z.string(),
    label: z.string(),
    unit: z.enum(MEASURE_FORMATS),
  }),
})

export const goalProgress = endpoint('GET /api/goals/progress', {
  access,
  summary: 'The forecast of each goal of a month',
  description: 'Without `measure`, goals of every measure that the account may see.',
  query: z.object({
    ...asked,
    measure: measure.optional(),
    by: by.default('all'),
    key: key.optional().meta({ description: 'Only the goals of this value', example: '101' }),
  }),
  data: z.array(z.object({ measure, key, label: z.string(), gone, ...reached })),
  meta: freshness.extend({
    month,
    as_of: isoDate,
    measures: z.array(measure).describe('Measures with goals of the month by the dimension'),
  }),
})

export type GoalForecastBody = z.infer<typeof goalForecast.response>
export type GoalProgressBody = z.infer<typeof goalProgress.response>
export type GoalRow = RowOf<typeof goals>
export type GoalCell = z.infer<typeof saveGoals.body>['cells'][number]
