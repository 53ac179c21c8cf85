// Tools that ask questions: what can be asked, an answer, and why a measure changed.
import { z } from 'zod'
import { answerQuestion, catalogue } from '#contract/questions/calls.ts'
import { DIMENSION_KEYS, TIME_GRAINS } from '#contract/questions/dimensions.ts'
import { explainChange } from '#contract/questions/explain-call.ts'
import { MEASURE_KEYS } from '#contract/questions/measures.ts'
import {
  MAX_DIMENSIONS,
  MAX_LIMIT,
  MAX_MEASURES,
  PERIODS,
  QUESTION_COMPARISONS,
} from '#contract/questions/question.ts'
import { tool } from './tool.ts'

const keysOf = <Key extends string>(titles: Readonly<Record<Key, unknown>>) =>
  z.enum(Object.keys(titles) as [Key, ...Key[]])

const day = z.string().max(10)
const measure = z.enum(MEASURE_KEYS)

const period = {
  from: day.optional().describe('First day, YYYY-MM-DD; with `to`, instead of `period`'),
  to: day.optional().describe('Last day, YYYY-MM-DD'),
  period: keysOf(PERIODS).optional().describe('Default: latest_month, the last month with data'),
  compare: keysOf(QUESTION_COMPARISONS).optional(),
  where: z
    .array(z.string().max(20_000))
    .max(10)
    .optional()
    .describe(
      'Filters: dimension:value,value keeps these values, dimension!:value excludes them. Values are keys, as in `key` of answers; a comma or backslash inside one is written after a backslash',
    ),
}

export const MAX_ROWS = 500

const EXPLORE = '/analysis/explore'

const COVERAGE =
  'Amounts are in `currency`. With `as_of` the period is still running. `distributors` are those that the token is limited to; null: the whole shop. `missing` names filter values that nothing ever had.'

/** `data` of the answer with definitions, the age of the data, and the screen that shows the same. */
export const answerTool = tool({
  name: 'answer_question',
  description: `Answers a question about sales: up to ${MAX_MEASURES} measures, split by up to ${MAX_DIMENSIONS} dimensions and a step of time, filtered, for a period, with a comparison. Totals are computed on their own: never add rows up unless adds_up is true. Rows beyond \`limit\` are summed up in \`rest\`. Unless \`status\` is in \`by\` or \`where\`, measures count completed orders; those of benefits also processing, in-assembly and ready ones, those of cancellations cancelled ones. ${COVERAGE}`,
  input: z.object({
    measures: z.array(measure).min(1).max(MAX_MEASURES),
    by: z.array(z.enum(DIMENSION_KEYS)).max(MAX_DIMENSIONS).optional(),
    grain: keysOf(TIME_GRAINS).optional().describe('Step of time'),
    ...period,
    order: z
      .string()
      .max(100)
      .optional()
      .describe('Column that orders the rows, after a minus to start with the highest, such as -net_sale'),
    limit: z.number().int().min(1).max(MAX_LIMIT).optional(),
    page: z.number().int().min(1).max(1_000_000).optional(),
    rows: z.number().int().min(1).max(MAX_ROWS).optional().describe('Rows of a page; default: 100'),
  }),
  async run({ measures, by = [], page, rows = 100, ...rest }, { get, link }) {
    const question = {
      ...rest,
      measures: measures.join(','),
      ...(by.length > 0 && { by: by.join(',') }),
    }
    const { data, meta } = await get(answerQuestion, { query: { ...question, page, per_page: rows } })
    const { per_page: _, total, ...context } = meta
    return { rows: data, row_count: total, ...context, link: link(exploreAddress(question)) }
  },
})

export const explainTool = tool({
  name: 'explain_change',
  description: `Explains why a measure changed between two periods: factors that add up to the difference, the values of each dimension that moved it, and sentences in Spanish. Dimensions come in descending order of how much they explain; below 0.5 everywhere nothing stands out. ${COVERAGE}`,
  input: z.object({
    measure: measure.optional().describe('Default: net_sale'),
    ...period,
    compare: period.compare.describe('previous, year, same_days or same_days_year; default: same_days'),
  }),
  async run(args, { get, link }) {
    const { data, meta } = await get(explainChange, { query: args })
    const { measure: measures, compare = 'same_days', ...rest } = args
    return {
      ...data,
      sentences: data.sentences.map(({ text, numbers }) =>
        text.replace(/\{(\d+)\}/g, (_, index) => numbers[Number(index)]?.text ?? ''),
      ),
      ...meta,
      link: link(exploreAddress({ measures: measures ?? 'net_sale', compare, ...rest })),
    }
  },
})

export const catalogueTool = tool({
  name: 'list_measures_and_dimensions',
  description:
    'Lists the measures, dimensions, steps of time, periods and comparisons that questions are made of, with their definitions in Spanish and which dimensions split which measure.',
  input: z.object({}),
  run: async (_, { get, link }) => ({ ...(await get(catalogue)).data, link: link(EXPLORE) }),
})

function exploreAddress(question: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(question))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) search.append(name, String(one))
  return `${EXPLORE}?${search}`
}
