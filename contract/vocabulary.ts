import { z } from 'zod'
import { ERROR_CODES, FIELD_ERROR_CODES } from './errors.ts'
import { COMPARED_DAYS, COMPARISONS, isDay, isMonth } from './month.ts'
import { isStorable } from './questions/keys.ts'

/** An amount in the shop's currency with at most 2 decimals. */
export const money = z
  .number()
  .meta({ description: 'Amount in the store’s currency, at most 2 decimals', example: 12_500.5 })
export const unitMoney = z.number().meta({
  description: 'Amount of one unit in the store’s currency, at most 4 decimals',
  example: 12.3456,
})
/** Identifier of an order, a product, an account … */
export const id = z.number().int().meta({ description: 'Identifier in the store', example: 4567 })
export const count = z.number().int().meta({ description: 'A count', example: 42 })
export const units = z.number().meta({ description: 'Units, at most 3 decimals', example: 42 })
export const decimal2 = z.number().meta({ description: 'With two decimals', example: 3.25 })
export const percent = z.number().meta({ description: 'Percentage, may exceed 100', example: 12.5 })
export const flag = z.union([z.literal(0), z.literal(1)])
export const isoDate = z.string().meta({ description: 'YYYY-MM-DD', example: '2026-05-14' })

export const utcTime = z
  .string()
  .meta({ description: 'UTC, YYYY-MM-DD HH:MM:SS', example: '2026-05-31 12:30:00' })

/** One of these words; the error lists them. */
export const oneOf = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, { error: `must be one of ${words.join(', ')}` })

export const datesBetween = z.object({ from_date: isoDate, to_date: isoDate })

export const wholeNumber = (least: number, most: number, description?: string) =>
  z
    .string()
    .refine((value) => /^-?\d{1,15}$/.test(value), { message: 'must be a whole number' })
    // A text on the wire that stands for a number and is described as one.
    .meta({ type: 'integer', minimum: least, maximum: most, ...(description && { description }) })
    .transform(Number)
    .pipe(z.number().int().min(least).max(most))

/** `YYYY-MM` or `YYYY-MM-DD`, read as the month that holds it. */
export const startDate = z
  .string()
  .refine((text) => isMonth(text) || isDay(text), {
    message: 'must be YYYY-MM or YYYY-MM-DD',
    abort: true,
  })
  // The neighbours of the month must have years of four digits too.
  .refine((text) => text >= '1900' && text < '3000', { message: 'must be from 1900 to 2999' })
  .transform((text) => text.slice(0, 7))
  .meta({
    description:
      'Month (YYYY-MM or YYYY-MM-DD, from 1900 to 2999); zeros or no rows if it has no orders; default: show_max_month',
    example: '2026-05',
  })

/** Parameters of every call with changes: month and days of `prev_…`, the base of `increment`. */
export const comparison = {
  compare: oneOf(COMPARISONS)
    .default('previous')
    .describe(
      'Compared month, of the prev_… figures and the base of changes. previous: the month before; year: the same month of the year before',
    ),
  days: oneOf(COMPARED_DAYS)
    .default('same')
    .describe(
      'Days of the compared month while the month is running. same: up to the day and time of the newest order; all: the whole month. A month that is over is always compared with a whole one',
    ),
}

/** Parameter of lists that are compared by calling them for both months. */
export const besideMonth = {
  beside: startDate.optional().meta({
    description:
      'The running month with which `start_date` is compared: only the same days are read, see `days` of calls with changes',
    example: '2026-06',
  }),
}

/** Beside completed amounts: the orders in preparation, which complete a running month later. */
export const inPreparation = {
  preparing_amount: money.describe('Net of the orders in preparation'),
  prev_preparing_amount: money.describe('The same, of the compared days'),
  placed_increment: percent.describe(
    'Change of completed orders and those in preparation together; 0 where there were none',
  ),
}

/** A typed text: at most 255 characters, no NUL (PostgreSQL cannot store it). */
export const text = z
  .string()
  .max(255)
  .refine(isStorable, { message: 'must not contain NUL or half of a surrogate pair' })

/** Names and descriptions that people give to what they create; runs of spaces become one. */
export const givenText = (max: number) =>
  text
    .max(max)
    .transform((value) => value.normalize('NFC').replace(/\s+/g, ' ').trim())
    .refine((value) => value !== '', 'is required')

export const givenName = givenText(80)

/** The values of a comma-separated parameter. */
export const wordsOf = (parameter: string): string[] =>
  parameter
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

/** Ids of distributors to exclude, separated by commas. */
export const notDistIds = text
  .transform(wordsOf)
  .meta({ description: 'Distributors to exclude: dist_ids separated by commas', example: '10118,10120' })

/** Letters of the Latin alphabets, also outside ASCII: 'maría@compañía.com.ar'. */
const LETTER = 'a-zA-ZÀ-ÖØ-öø-ɏ'
export const EMAIL_PATTERN = new RegExp(
  `^(?!\\.)(?!.*\\.\\.)[${LETTER}0-9_'+\\-.]*[${LETTER}0-9_+-]@([${LETTER}0-9][${LETTER}0-9-]*\\.)+[${LETTER}]{2,}$`,
)

/** Accents may come composed or not. */
export const email = text
  .transform((value) => value.normalize('NFC'))
  .pipe(z.email({ pattern: EMAIL_PATTERN }))

/** The months a response was read from and when their data last changed. */
export const freshness = z.object({
  updated_at: z.string().nullable().meta({
    description: 'When the data behind this response last changed (ISO 8601, UTC)',
    example: '2026-05-31T12:00:00.000Z',
  }),
  months: z.array(z.string()).describe('Months the response was read from, YYYY-MM'),
  compared: datesBetween
    .extend({
      month: z.string().meta({ description: 'YYYY-MM', example: '2026-04' }),
      until: z.string().nullable().meta({
        description: 'Last moment, on the store’s clock; null: the whole month',
        example: '2026-04-20 15:32:10',
      }),
    })
    .optional()
    .describe('The compared days, in calls with changes'),
})

export const pageMeta = freshness.extend({
  page: z.number().int(),
  per_page: z.number().int(),
  total: z.number().int(),
  page_count: z.number().int(),
})

export const failure = z
  .object({
    success: z.literal(false),
    code: z.enum(ERROR_CODES).describe('What failed; stays when the message changes'),
    message: z.string(),
    errors: z
      .array(
        z.object({
          path: z.string(),
          message: z.string(),
          code: z.enum(FIELD_ERROR_CODES).optional().describe('Of mistakes that programs have to tell apart'),
        }),
      )
      .optional()
      .describe('Wrong parameters or fields (`filters.0.name`) with the reason'),
  })
  .meta({ id: 'Failure' })

export type Freshness = z.infer<typeof freshness>
export type Failure = z.infer<typeof failure>

/** Of something that is saved whole; rises with each change. */
export const revision = z
  .number()
  .int()
  .positive()
  .meta({ description: 'Rises with each change; a change names the one that it was made from', example: 3 })

/** Of a setting. */
export const settingRevision = z.string().max(40).meta({
  description: 'Of the setting that was read; a change that names an older one is refused',
  example: 'PZmbLv6hYxhYbN0Y',
})

/** Path and query of a call that this server answers with a table. */
export const tableCall = z
  .string()
  .max(2_000)
  .regex(/^\/api\/[\w/%.~-]+(\?[^\s#]*)?$/, 'must be the path and query of a call')

export const productKey = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,15})?$/, 'must be the key of a product')
  .meta({ description: 'Product, and variation after a point', example: '14.141' })
