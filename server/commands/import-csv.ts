import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { unreadText } from '#contract/import-states.ts'
import { recipeSchema } from '#contract/imports.ts'
import { ORDER_STATUSES } from '#contract/statuses.ts'
import {
  type Command,
  type CommandContext,
  CommandError,
  parseWords,
  usageError,
} from '#server/terminal/command.ts'
import { checkCurrency, runImport, withSourceErrors } from '#server/terminal/run-import.ts'
import { newWorkFolder } from '../file-imports/folder-of-command.ts'
import { type HandedOver, handedOverFolder, handOver } from '../file-imports/handed-over.ts'
import { openDrop } from '../file-imports/open-drop.ts'
import { FILE_IMPORT_TEXT } from '../file-imports/text.ts'
import type { DroppedFile } from '../sources/files/drop.ts'
import type { Drop } from '../sources/files/drop-model.ts'
import { FilesError } from '../sources/files/failure.ts'
import type { Recipe } from '../sources/files/model.ts'
import { isOwnName } from '../sources/files/own/files.ts'
import { StoreError } from '../store/errors.ts'
import { removedAfter } from '../store/removed-after.ts'
import type { Store } from '../store/store.ts'

const OPTIONS = {
  currency: { type: 'string' },
  recipe: { type: 'string' },
  complete: { type: 'boolean', default: false },
} as const

export const command: Command = {
  name: 'import csv',
  usage: 'import csv CARPETA|ARCHIVO… [--complete] [--currency ARS] [--recipe RESPUESTAS.json]',
  summary:
    'Trae las ventas de cualquier negocio desde sus archivos CSV, TSV o XLSX, sueltos o comprimidos: los de Shopify, Tiendanube, Mercado Libre, VTEX, Odoo y WooCommerce se reconocen por sus títulos, y lo que haya que preguntar se responde con --recipe (docs/csv-import.md). Lo que está en los archivos se agrega o se actualiza, y lo que falta en ellos queda; con --complete son el negocio entero, y lo que falta se quita (si es mucho, espera tu decisión en Crones). Se puede repetir: no duplica nada, y cada fila que no sirve se nombra con su archivo, fila y columna.',
  async run(argv, context) {
    const { values, positionals } = parseWords({ args: [...argv], options: OPTIONS, allowPositionals: true })
    if (positionals.length === 0) throw usageError('import csv: se espera una carpeta o archivos')
    checkCurrency(values.currency)
    const { complete, currency } = values
    return withSourceErrors(async () => {
      const recipe = {
        ...(await recipeIn(values.recipe)),
        ...(complete && { complete }),
        ...(currency && { currency: currency.toUpperCase() }),
      }
      const files = await filesIn(positionals)
      const work = await newWorkFolder(join(context.config.dataDir, 'tmp'))
      return removedAfter(work, () => importOrHandOver({ files, recipe, currency }, work, context))
    })
  },
}

interface Asked {
  readonly files: readonly DroppedFile[]
  readonly recipe: Recipe
  readonly currency: string | undefined
}

async function importOrHandOver(
  { files, recipe, currency }: Asked,
  work: string,
  context: CommandContext,
): Promise<number> {
  const { dataDir, timeZone } = context.config
  let opened: Drop | undefined
  const open = async (store: Store) => {
    const { drop, source, unassigned } = await openDrop({ files, recipe, folder: work, store, timeZone })
    opened = drop
    sayUnread(drop.files, context)
    if (source) return source
    throw new CommandError(TEXT.asks(drop, unassigned))
  }
  try {
    return await withFilesErrors(() => runImport(context, open, currency))
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'locked') throw error
    const told = await handOver(handedOverFolder(dataDir), files, recipe)
    if (!told) throw error
    return report(told, context)
  } finally {
    await opened?.close()
  }
}

function sayUnread(files: HandedOver['files'], { say }: CommandContext): void {
  for (const { name, unread } of files) if (unread.length > 0) say(TEXT.unread(name, unread))
}

/** What the server that holds the database made of the files. */
function report(
  { state, message, files, questions, statuses, recipe, changes, rejects }: HandedOver,
  context: CommandContext,
): number {
  const { say } = context
  sayUnread(files, context)
  if (state === 'asking' && message === '') {
    const open = statuses.filter(({ status }) => status === null)
    const words = open.map(({ value }) => value)
    throw new CommandError(TEXT.asks({ questions, recipe }, words))
  }
  const wasImported = state === 'done' || state === 'warning'
  if (state === 'cancelled') throw new CommandError(message)
  if (!wasImported) throw new CommandError(message || FILE_IMPORT_TEXT.failed)
  say(TEXT.changes(changes))
  for (const { file, row, column, reason } of rejects.rows) say(TEXT.reject(file, row, column, reason))
  if (rejects.count > rejects.rows.length) say(TEXT.moreRejects(rejects.count - rejects.rows.length))
  return 0
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

async function filesIn(paths: readonly string[]): Promise<DroppedFile[]> {
  const files: DroppedFile[] = []
  for (const path of paths) {
    if (await isFolder(path)) {
      const entries = await readdir(path, { withFileTypes: true })
      const names = entries
        .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
        .map(({ name }) => name)
      // A folder of Góndola's own files may hold others beside them.
      const own = names.filter(isOwnName)
      const wanted = own.length > 1 ? own : names
      files.push(...wanted.sort().map((name) => ({ path: join(path, name), name })))
    } else files.push({ path, name: basename(path) })
  }
  for (const { path } of files)
    if (!(await stat(path).catch(() => undefined))) throw new CommandError(TEXT.noFile(path))
  if (files.length === 0) throw new CommandError(TEXT.emptyFolder(paths.join(', ')))
  return files
}

async function recipeIn(path: string | undefined): Promise<Recipe> {
  if (path === undefined) return {}
  const text = await readFile(path, 'utf8').catch(() => {
    throw new CommandError(TEXT.noFile(path))
  })
  try {
    return recipeSchema.parse(JSON.parse(text))
  } catch {
    throw new CommandError(TEXT.noRecipe(path))
  }
}

async function withFilesErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof FilesError) throw new CommandError(error.message)
    throw error
  }
}

const TEXT = {
  noFile: (path: string) => `No se puede leer la carpeta o el archivo ${path}.`,
  noRecipe: (path: string) =>
    `${path} no es una lista de respuestas en JSON, como la describe docs/csv-import.md.`,
  unread: (name: string, sheets: HandedOver['files'][number]['unread']) => `${name}: ${unreadText(sheets)}`,
  emptyFolder: (path: string) => `En ${path} no hay archivos.`,
  changes: ({ added, changed, unchanged, removed }: HandedOver['changes']) =>
    `El servidor abierto importó los archivos. Órdenes nuevas: ${added}; cambiadas: ${changed}; iguales: ${unchanged}; que ya no están: ${removed}.`,
  reject: (file: string, row: number, column: string, reason: string) =>
    `  ${file}, fila ${row}${column === '' ? '' : `, columna ${column}`}: ${reason}`,
  moreRejects: (count: number) => `  … y ${count} filas rechazadas más.`,
  asks: (
    { questions, recipe }: Pick<Drop, 'questions'> & { readonly recipe: object },
    statuses: readonly string[],
  ) =>
    [
      'Antes de importar hay que responder, en un archivo JSON que se da con --recipe:',
      ...questions.map(
        ({ key, file, column, options, samples }) =>
          `  ${key}${file === null ? '' : `, ${file}`}${column === null ? '' : `, columna ${column}`}: ${options.join(' · ')}${samples.length === 0 ? '' : ` (por ejemplo ${samples.join(', ')})`}`,
      ),
      ...statuses.map(
        (value) => `  statuses, ${value === '' ? '(sin estado)' : value}: ${ORDER_STATUSES.join(' · ')}`,
      ),
      'Lo que se entendió hasta acá:',
      JSON.stringify(recipe, undefined, 2),
    ].join('\n'),
}
