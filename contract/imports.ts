// Files of any shop: dropped, understood, previewed, imported and undone.
import { z } from 'zod'
import { type DataOf, endpoint, type RowOf } from './endpoint.ts'
import { FILE_KINDS, IMPORT_STATES, QUESTION_KEYS, UNREAD_REASONS } from './import-states.ts'
import { SHOP_STATUS } from './statuses.ts'
import { count, money, oneOf, units, utcTime } from './vocabulary.ts'

const words = z.record(z.string(), z.string().max(300))

/** How files are read. Keys of `columns`: names of files, then fields; several titles of a field are joined by « / ». */
export const recipeSchema = z.object({
  name: z.string().max(200).optional(),
  kind: z.enum(FILE_KINDS).optional(),
  sheet: words.describe('Several of a file are joined by « / »; empty: those that are alike').optional(),
  columns: z.record(z.string(), words).optional(),
  date_order: z.enum(['dmy', 'mdy', 'ymd']).optional(),
  decimal: z.enum([',', '.']).optional(),
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/, 'must be a code such as ARS')
    .meta({ example: 'ARS' })
    .transform((code) => code.toUpperCase())
    .optional(),
  statuses: z
    .record(
      z.string(),
      z
        .string()
        .regex(SHOP_STATUS, 'must be a status such as wc-completed')
        .meta({ example: 'wc-completed' }),
    )
    .optional(),
  no_products: z.boolean().optional(),
  complete: z.boolean().optional(),
})

const access = 'import:files'
const cell = z.string().nullable()
const sums = z
  .object({ orders: count, units, net: money })
  .describe('Of completed orders, as the scorecard shows them')

const cancelling = z
  .boolean()
  .describe('In the state `importing`: it was cancelled, and what it wrote is taken back')
const undoing = z.boolean().describe('It is being undone, and `importing` until that is over')

const preview = z.object({
  id: z.string().meta({ example: '0b3f4c1e-8a55-4d0f-9f0e-6a5a3c1b2d10' }),
  version: count.describe('Rises with each answer; a confirmation names the one that was seen'),
  state: z.enum(IMPORT_STATES),
  cancelling,
  undoing,
  progress: z.object({ rows: count, bytes: count, of_bytes: count }),
  message: z.string().describe('In Spanish; empty where there is nothing to say'),
  kind: z.enum(FILE_KINDS),
  recipe: recipeSchema.describe('As it would be saved, complete'),
  files: z.array(
    z.object({
      name: z.string().describe('A file in a zip has its own'),
      sheet: cell,
      sheets: z.array(z.string()).describe('Visible sheets of a workbook'),
      unread: z
        .array(z.object({ sheet: z.string(), reason: z.enum(UNREAD_REASONS) }))
        .describe('Sheets of the workbook that are not read, on its first one that is'),
      encoding: cell,
      delimiter: cell,
      title_row: count,
      rows: count,
      skipped: count.describe('Blank rows, repeated titles and totals'),
      saved: cell.describe('Name of the saved recipe by which it is read'),
      titles: z.array(z.object({ title: z.string(), samples: z.array(z.string()) })),
    }),
  ),
  questions: z.array(
    z.object({
      key: z.enum(QUESTION_KEYS),
      file: cell,
      column: cell,
      options: z.array(z.string()),
      samples: z.array(z.string()),
    }),
  ),
  statuses: z.array(
    z.object({
      value: z.string(),
      orders: count,
      net: money,
      status: z.string().nullable().describe('null: to be assigned before the import'),
      by: z.enum(['word', 'recipe', 'answer']),
    }),
  ),
  months: z.array(z.object({ month: z.string(), before: sums, after: sums })),
  changes: z.object({ added: count, changed: count, unchanged: count, removed: count }).describe('Orders'),
  removed: z
    .array(z.object({ order: z.string(), month: z.string(), net: money }))
    .describe('The first 100 orders that a complete list lacks'),
  by_status: z.record(z.string(), count),
  rejects: z.object({
    count,
    rows: z
      .array(
        z.object({ file: z.string(), row: count, column: z.string(), value: z.string(), reason: z.string() }),
      )
      .describe('The first 100'),
  }),
  warnings: z
    .array(
      z.object({
        code: z.string(),
        order: z.string(),
        file: z.string(),
        row: count,
        message: z.string(),
      }),
    )
    .describe('The first 25 of each code'),
  warning_count: count,
  unknown_provinces: z
    .array(z.object({ value: z.string(), orders: count }))
    .describe(
      'Written as a province and none of Argentina: their orders have none. The first 25, most orders first',
    ),
})

const EXAMPLE = '0b3f4c1e-8a55-4d0f-9f0e-6a5a3c1b2d10'
const params = z.object({
  id: z
    .string()
    .regex(/^[0-9a-f-]{36}$/, 'must be the id of an import')
    .meta({ description: 'Id of the import', example: EXAMPLE }),
})
const none = 'import-not-found'
const unreadable = ['file-damaged', 'file-too-large', 'file-without-table', 'files-without-orders'] as const

export const createImport = endpoint('POST /api/imports', {
  access,
  forApiTokens: true,
  summary: 'Takes files of any shop and imports them, or answers with what has to be asked',
  description:
    '`multipart/form-data`: `file` repeated (CSV, TSV, XLSX, .zip, .gz), `recipe` (JSON), `dry_run=1` for the preview only. 202 while files are still read after ten seconds. Without `dry_run` it imports as soon as nothing is left to ask, else 409 with the preview in `data`.',
  failures: [...unreadable, 'import-needs-answers', 'import-stopped', 'import-without-super-admin'],
  query: z.object({
    dry_run: oneOf(['0', '1']).optional().meta({ description: '1: preview only', example: '1' }),
  }),
  data: preview,
})

export const imports = endpoint('GET /api/imports', {
  access,
  forApiTokens: true,
  summary: 'The imports of the last 30 days, newest first, also those that wait for answers',
  data: z.array(
    z.object({
      id: z.string(),
      state: z.enum(IMPORT_STATES),
      cancelling,
      undoing,
      kind: z.enum(FILE_KINDS),
      files: z.array(z.string()),
      by: z.string().nullable().describe('Name of the account; null for the watched folder'),
      started_at: utcTime,
      applied_at: utcTime.nullable(),
      changes: z.object({ added: count, changed: count, unchanged: count, removed: count }),
      rejected: count,
      message: z.string(),
    }),
  ),
})

export const importRecipes = endpoint('GET /api/imports/recipes', {
  access,
  forApiTokens: true,
  summary: 'How earlier files were read: found again by their titles, newest first',
  data: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      kinds: z.array(z.enum(FILE_KINDS)),
      titles: z.array(z.string()).describe('That a person chose'),
      statuses: count.describe('Assigned ones'),
      used_at: utcTime,
    }),
  ),
})

export const forgetImportRecipe = endpoint('DELETE /api/imports/recipes/{recipe_id}', {
  access,
  forApiTokens: true,
  summary: 'Forgets a saved recipe; the next file of its kind is asked again',
  params: z.object({
    recipe_id: z
      .string()
      .regex(/^[0-9a-f-]{36}$/, 'must be the id of a recipe')
      .meta({ description: 'Id of the recipe', example: EXAMPLE }),
  }),
  failures: ['import-recipe-not-found'],
})

export const importById = endpoint('GET /api/imports/{id}', {
  access,
  forApiTokens: true,
  summary: 'An import with its preview',
  params,
  failures: [none],
  data: preview,
})

export const answerImport = endpoint('POST /api/imports/{id}/answers', {
  access,
  forApiTokens: true,
  summary: 'Answers questions and assigns statuses; returns the new preview',
  params,
  failures: [none, ...unreadable, 'import-already-started', 'import-cancelling'],
  body: z.object({ recipe: recipeSchema }),
  data: preview,
})

export const confirmImport = endpoint('POST /api/imports/{id}/confirm', {
  access,
  forApiTokens: true,
  summary: 'Starts the import of a preview',
  params,
  failures: [
    none,
    'import-needs-answers',
    'import-already-started',
    'import-cancelling',
    'import-outdated',
    'import-without-super-admin',
  ],
  body: z.object({
    version: count.min(0),
    name: z.string().max(200).optional().describe('Under which the recipe is saved'),
  }),
  data: preview,
})

export const undoImport = endpoint('POST /api/imports/{id}/undo', {
  access,
  forApiTokens: true,
  summary: 'Undoes an import as a whole, within 30 days',
  description: '202 with `undoing` while records are still brought back after ten seconds.',
  params,
  failures: [none, 'import-not-undoable'],
  data: preview,
})

export const cancelImport = endpoint('DELETE /api/imports/{id}', {
  access,
  forApiTokens: true,
  summary: 'Cancels an import that has not ended, takes back what it wrote, and deletes its files',
  description: '202 with `cancelling` while records are still taken back after ten seconds.',
  params,
  failures: [none, 'import-already-started', 'import-cancelling', 'import-not-undoable'],
  data: preview,
})

export const importRejects = endpoint('GET /api/imports/{id}/rejects', {
  access,
  forApiTokens: true,
  summary: 'The rows that cannot be used, with their reason, as CSV: mended, it can be dropped again',
  params,
  failures: [none, 'import-already-started', 'import-cancelling'],
  data: z.string(),
})

export type ImportPreview = DataOf<typeof createImport>
export type ListedImport = RowOf<typeof imports>
