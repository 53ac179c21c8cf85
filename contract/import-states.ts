// Words of imported files that server and browser share. Without zod, so that the browser can load it.

/** Which program wrote the files. */
export const FILE_KINDS = [
  'gondola',
  'woocommerce',
  'shopify',
  'tiendanube',
  'mercadolibre',
  'vtex',
  'odoo',
  'other',
] as const
export type FileKind = (typeof FILE_KINDS)[number]

export const QUESTION_KEYS = ['sheet', 'columns', 'date_order', 'decimal', 'currency', 'no_products'] as const
export type QuestionKey = (typeof QUESTION_KEYS)[number]

/** Why a sheet of a workbook is not read. */
export const UNREAD_REASONS = ['hidden', 'no_orders', 'not_chosen'] as const
export type UnreadReason = (typeof UNREAD_REASONS)[number]

const UNREAD_LABELS: Readonly<Record<UnreadReason, string>> = {
  hidden: 'está oculta',
  no_orders: 'no tiene órdenes',
  not_chosen: 'no se eligió',
}

/** The sheets of a workbook that are not read, as screen and terminal name them. */
export const unreadText = (
  sheets: readonly { readonly sheet: string; readonly reason: UnreadReason }[],
): string =>
  `No se leen: ${sheets.map(({ sheet, reason }) => `${sheet} (${UNREAD_LABELS[reason]})`).join(', ')}`

export const IMPORT_STATES = [
  'reading',
  'asking',
  'ready',
  'importing',
  'done',
  'warning',
  'failed',
  'cancelled',
  'undone',
] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** Those that end without a person. */
export const RUNNING_IMPORTS: readonly ImportState[] = ['reading', 'importing']
