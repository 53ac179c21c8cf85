// Which sheets of a workbook are read: those that a person chose, or all that hold orders under the same titles, one for each month.
import { entryOf } from '#contract/entry.ts'
import type { UnreadReason } from '#contract/import-states.ts'
import { folded } from '#server/domain/folded.ts'
import { columnNames, missingFields, namedColumns } from './columns.ts'
import type { ReadDropOptions } from './drop-model.ts'
import { FilesError } from './failure.ts'
import { titleKey } from './kinds.ts'
import type { UnreadSheet } from './model.ts'
import { type Understood, understand } from './read-table.ts'
import { ALIKE } from './saved-recipe.ts'
import type { Table } from './table.ts'
import { FILES_TEXT } from './text.ts'
import { chosenSheets, JOINED } from './workbook.ts'

/** A workbook is read from the sheets that a person chose, those of a saved recipe which fits, or all with orders that are alike. */
export async function understoodSheets(
  table: Table,
  { recipe, saved = [] }: ReadDropOptions,
): Promise<Understood[]> {
  const columns = entryOf(recipe.columns, table.name)
  const { onSheet, sheets } = table
  if (!onSheet || sheets.length < 2)
    return [{ ...(await understand(table, columns, saved)), unread: unreadOf(table, [], 'not_chosen') }]
  const read = async (sheet: string) => understand(await onSheet(sheet), columns, saved)
  const names = chosenSheets(entryOf(recipe.sheet, table.name), sheets)
  if (names.length > 0) {
    const chosen: Understood[] = []
    for (const name of names) chosen.push({ ...(await read(name)), choice: choiceOf(name, names) })
    return together(chosen, unreadOf(table, names, 'not_chosen'))
  }
  const found: Understood[] = []
  for (const sheet of sheets) {
    const one = await read(sheet).catch(withoutTitles)
    if (one && one.sampled > 0) found.push(one)
  }
  const known = knownSheets(found)
  const { taken, options } = known.length > 0 ? { taken: known, options: [] } : alikeSheets(found)
  if (taken.length === 0) return [await likeliest(found, () => understand(table, columns, saved))]
  const left = found.filter(isUsable).map(sheetOf)
  const unread = unreadOf(table, taken.map(sheetOf), (sheet) =>
    left.includes(sheet) ? 'not_chosen' : 'no_orders',
  )
  const [first, ...others] = together(taken, unread)
  return [options.length > 1 ? { ...first!, sheets: options } : first!, ...others]
}

/** Where a person has to tell the columns: the sheet of which most are known, and not the summary in front of it. */
async function likeliest(found: readonly Understood[], own: () => Promise<Understood>): Promise<Understood> {
  const known = ({ columns }: Understood) => columns.size
  const [first, ...others] = found
  const best = first
    ? others.reduce((most, one) => (known(one) > known(most) ? one : most), first)
    : await own()
  const alike = found.filter((one) => hasSameTitles(one, best)).map(sheetOf)
  const reason = (sheet: string) => (alike.includes(sheet) ? 'not_chosen' : 'no_orders')
  return { ...best, unread: unreadOf(best.table, [], reason) }
}

const choiceOf = (name: string, names: readonly string[]): string =>
  names.length > 1 && !isOdd(name) ? ALIKE : name

const withoutTitles = (error: unknown): undefined => {
  if (!(error instanceof FilesError) || error.status !== 415) throw error
}

const sheetOf = ({ table }: Understood): string => table.sheet ?? ''
const isUsable = ({ columns }: Understood): boolean => missingFields(columns).length === 0

function unreadOf(
  { sheets, hidden = [], sheet: own }: Table,
  read: readonly string[],
  reason: UnreadReason | ((sheet: string) => UnreadReason),
): UnreadSheet[] {
  const isRead = (sheet: string) => (read.length === 0 ? sheet === own : read.includes(sheet))
  return [
    ...sheets
      .filter((sheet) => !isRead(sheet))
      .map((sheet) => ({ sheet, reason: typeof reason === 'string' ? reason : reason(sheet) })),
    ...hidden.map((sheet) => ({ sheet, reason: 'hidden' as const })),
  ]
}

/** A saved recipe names its sheets, or takes all that are alike, also those of months to come. */
function knownSheets(found: readonly Understood[]): Understood[] {
  const isSaved = (one: Understood, sheet: string) =>
    one.saved?.recipe.layouts.some((layout) => layout.sheet === sheet) ?? false
  const models = found.filter((one) => isSaved(one, ALIKE) && !isOdd(sheetOf(one)))
  return found.flatMap((one) => {
    if (isSaved(one, sheetOf(one))) return { ...one, choice: sheetOf(one) }
    const isAlike = !isOdd(sheetOf(one)) && models.some((model) => areAlike(one, model))
    return isAlike ? { ...one, choice: ALIKE } : []
  })
}

/** Sheets beside those of sales whose titles may be the same. */
const ODD =
  /\b(?:devol\w*|anulad\w*|cancel\w*|rechazad\w*|presupuest\w*|cotizac\w*|notas? de credito|nc|borrador\w*|pendient\w*|compras?|gastos?|egresos?|proveedor\w*|objetivos?|metas?|proyec\w*|pronostic\w*|plantillas?|modelos?|ejemplos?|pruebas?|copias?|respaldos?|backup|viej[oa]s?|refunds?|returns?|drafts?|quotes?|purchases?|expenses?|budgets?|templates?|forecasts?)\b/

const isOdd = (sheet: string): boolean => ODD.test(folded(sheet))

/** `options`: what a person may choose where titles differ, or a name says that a sheet holds something else than sales. */
function alikeSheets(found: readonly Understood[]): { taken: Understood[]; options: string[] } {
  const groups: Understood[][] = []
  for (const one of found.filter(isUsable)) {
    const group = groups.find(([first]) => areAlike(one, first!))
    if (group) group.push(one)
    else groups.push([one])
  }
  const [first] = groups
  if (!first) return { taken: [], options: [] }
  const plain = first.filter((one) => !isOdd(sheetOf(one)))
  // One row may show too little of its columns, which those of another sheet show.
  const unsure = found.filter((one) => !isUsable(one) && hasSameTitles(one, first[0]!))
  const taken = [...(plain.length > 0 ? plain : first), ...unsure].sort(
    (one, other) => found.indexOf(one) - found.indexOf(other),
  )
  if (groups.length === 1 && (plain.length === 0 || plain.length === first.length))
    return { taken, options: [] }
  const several = [taken, ...groups].filter((group) => group.length > 1)
  const names = [...several.map((group) => group.map(sheetOf).join(JOINED)), ...groups.flat().map(sheetOf)]
  return { taken, options: [...new Set(names)] }
}

const keysOf = ({ titles }: Understood): string[] => columnNames(titles).map(titleKey)
const titlesOf = (one: Understood): Set<string> => new Set(keysOf(one).filter((key) => key !== ''))
const isWithin = (titles: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  [...titles].every((title) => others.has(title))
const hasSameTitles = (one: Understood, other: Understood): boolean =>
  isWithin(titlesOf(one), titlesOf(other)) && isWithin(titlesOf(other), titlesOf(one))

/** The same titles, or some more; what both use must mean the same. */
function areAlike(one: Understood, other: Understood): boolean {
  const [titles, others] = [titlesOf(one), titlesOf(other)]
  if (hasSameTitles(one, other)) return true
  if (!isWithin(titles, others) && !isWithin(others, titles)) return false
  const isSameUse = (by: Understood, beside: Understood) => {
    const uses = namedColumns(beside.titles, beside.columns)
    return Object.entries(namedColumns(by.titles, by.columns)).every(([field, title]) => {
      const use = entryOf(uses, field)
      return use === undefined ? !titlesOf(beside).has(titleKey(title)) : titleKey(use) === titleKey(title)
    })
  }
  const namesGoods = ({ columns }: Understood) => columns.has('product') || columns.has('sku')
  return isSameUse(one, other) && isSameUse(other, one) && namesGoods(one) === namesGoods(other)
}

/** Sheets with the same titles are read like the one that shows the most rows. */
function together(ones: readonly Understood[], unread: readonly UnreadSheet[]): Understood[] {
  if (ones.length === 1) return [{ ...ones[0]!, unread }]
  const shows = (one: Understood) => (isUsable(one) ? one.sampled : -1)
  const base = ones.reduce((most, one) => (shows(one) > shows(most) ? one : most))
  return ones.map((one, at) => {
    const like = hasSameTitles(one, base) ? readLike(one, base) : one
    const place = FILES_TEXT.sheet(one.table.name, sheetOf(one))
    return { ...like, table: { ...like.table, place }, unread: at === 0 ? unread : [] }
  })
}

/** Its columns in the order of the other sheet. */
function readLike(one: Understood, base: Understood): Understood {
  if (one === base) return one
  const keys = keysOf(one)
  const from = keysOf(base).map((key) => (key === '' ? -1 : keys.indexOf(key)))
  const { titles, columns, recipe, saved, isOffer, grouped = [], gaps = [] } = base
  const like = { ...one, titles, columns, recipe, saved, isOffer, grouped, gaps }
  if (from.every((position, at) => position === at || position < 0)) return like
  const rows: Table['rows'] = async function* (onBytes) {
    for await (const { line, cells, merged } of one.table.rows(onBytes)) {
      const moved = from.flatMap((position, at) => {
        const cell = merged?.get(position)
        return cell === undefined ? [] : [[at, cell] as const]
      })
      yield { line, cells: from.map((position) => cells[position] ?? ''), merged: new Map(moved) }
    }
  }
  return { ...like, table: { ...one.table, rows } }
}
