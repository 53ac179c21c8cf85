// Panels and tables on the page, and the files that they export.
import { waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { parse } from 'csv-parse/sync'
import { expect, vi } from 'vitest'
import { integer } from '#web/text/format.ts'

/** Replaces white space by single spaces. */
export const plain = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim()

function regionNow(name: string): HTMLElement | undefined {
  const sections = [...document.querySelectorAll<HTMLElement>('section')]
  return sections.find(
    (section) =>
      section.querySelector('h2')?.textContent === name && !section.closest('[data-layer="prerendered"]'),
  )
}

/** Waits for the panel with this title. */
export async function region(name: string): Promise<HTMLElement> {
  return waitFor(() => {
    const found = regionNow(name)
    if (!found) throw new Error(`no panel '${name}'`)
    return found
  })
}

interface Table {
  readonly headers: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

const textsOf = (cells: Iterable<Element>) => [...cells].map((cell) => plain(cell.textContent))

/** The first table of a panel, as soon as it has rows and none of them belongs to an earlier view. */
export async function tableOf(panel: HTMLElement): Promise<Table> {
  return waitFor(() => {
    const rows = [...panel.querySelectorAll('tbody tr')].map((row) => textsOf(row.children))
    const busy = panel.hasAttribute('aria-busy') || panel.querySelector('tbody[aria-hidden]') !== null
    if (busy || !rows.some(({ length }) => length > 1)) throw new Error('the table has no rows')
    return { headers: textsOf(panel.querySelectorAll('thead th')), rows }
  })
}

export const rowsOf = async (panel: HTMLElement) => (await tableOf(panel)).rows

export async function columnOf(panel: HTMLElement, title: string): Promise<string[]> {
  const { headers, rows } = await tableOf(panel)
  expect(headers, 'columns of the table').toContain(title)
  return rows.map((cells) => cells[headers.indexOf(title)] ?? '')
}

export const headersOf = (panel: HTMLElement): string[] => textsOf(panel.querySelectorAll('thead th'))

const header = (panel: HTMLElement, title: string): HTMLElement => {
  const found = [...panel.querySelectorAll<HTMLElement>('thead th')].find(
    (cell) => plain(cell.textContent) === title,
  )
  if (!found) throw new Error(`no column '${title}'`)
  return found
}

/** Sorts by a column with a press of its title. */
export const sortBy = (user: UserEvent, panel: HTMLElement, title: string) =>
  user.click(within(header(panel, title)).getByRole('button'))

export const sortOf = (panel: HTMLElement, title: string) => header(panel, title).getAttribute('aria-sort')

/** How a table reports its number of rows. */
export const rowsText = (count: number): string => (count === 1 ? '1 fila' : `${integer(count)} filas`)

/** Waits until the table reports this number of rows. */
export const counted = (panel: HTMLElement, words: string) => within(panel).findByText(words)

export const offeredSizes = (panel: HTMLElement): string[] =>
  textsOf(within(panel).getByLabelText('Mostrar').querySelectorAll('option'))

export interface ExportedFile {
  readonly name: string
  readonly content: Blob
}

/** The file that is saved while `act` runs. */
export async function savedFile(act: () => Promise<unknown>): Promise<ExportedFile> {
  const blobs: Blob[] = []
  const names: string[] = []
  const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob)
    return 'blob:saved'
  })
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download)
  })
  try {
    await act()
    return await waitFor(() => {
      const [name] = names
      const [content] = blobs
      if (name === undefined || !content) throw new Error('no file was saved')
      return { name, content }
    })
  } finally {
    create.mockRestore()
    click.mockRestore()
  }
}

export interface CsvFile {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: readonly Readonly<Record<string, string>>[]
}

/** The CSV that the panel's button saves, parsed as by a Spanish Excel. */
export async function exportOf(user: UserEvent, panel: HTMLElement): Promise<CsvFile> {
  const button = await within(panel).findByRole('button', { name: 'Exportar CSV' })
  const { name, content } = await savedFile(() => user.click(button))
  const text = Buffer.from(await content.arrayBuffer()).toString('utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  const [columns = [], ...lines]: string[][] = parse(text, { bom: true, delimiter: ';' })
  const rows = lines.map((cells) => Object.fromEntries(columns.map((title, at) => [title, cells[at] ?? ''])))
  return { name, columns, rows }
}

/** '1234,50' → 123450. */
export const centsOf = (written: string | undefined): number =>
  Math.round(Number((written ?? '').replace(',', '.')) * 100)

/** Sum of a column of the file, in cents. */
export const sumOf = (file: CsvFile, column: string): number =>
  file.rows.reduce((total, row) => total + centsOf(row[column]), 0)

/** The bars, slices or points of a panel's chart that can be pressed, as soon as it is drawn. */
export async function chartMarks(panel: HTMLElement): Promise<Element[]> {
  return waitFor(() => {
    const marks = [...panel.querySelectorAll('svg[data-chart] [role=button]')]
    if (marks.length === 0) throw new Error('the chart is not drawn')
    return marks
  })
}

/** The text in the middle of a panel's ring. */
export const centreOf = (panel: HTMLElement): string =>
  plain(panel.querySelector('svg[data-chart] + div, div:has(+ svg[data-chart])')?.textContent)

/** The one whose accessible name begins with these words. */
export async function chartMark(panel: HTMLElement, name: string): Promise<Element> {
  const marks = await chartMarks(panel)
  const found = marks.find((mark) => plain(mark.getAttribute('aria-label')).startsWith(plain(name)))
  if (!found) throw new Error(`no mark '${name}'`)
  return found
}
