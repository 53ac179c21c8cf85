// Panels and their tables as a page shows them, and the files they export.
import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { unzip } from '../unzip.ts'
import { spaced } from './answer.ts'

export const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

interface Table {
  readonly headers: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** A panel’s table in one glance, once there are rows and none of them is of an earlier view: between two it may change. */
async function tableOf(panel: Locator): Promise<Table> {
  const glance = () =>
    panel.evaluate((section) => {
      const textsOf = (cells: Iterable<Element>) => [...cells].map((cell) => cell.textContent)
      const rows = [...section.querySelectorAll('tbody tr')].map((line) => textsOf(line.children))
      const drawing = section.querySelector('tbody[data-drawing]') !== null
      const waiting = section.hasAttribute('aria-busy') || drawing || !rows.some(({ length }) => length > 0)
      return { waiting, headers: textsOf(section.querySelectorAll('thead th')), rows }
    })
  let seen: Awaited<ReturnType<typeof glance>> | undefined
  const look = async () => {
    seen = await glance()
    return seen.waiting
  }
  await expect.poll(look).toBe(false)
  const { headers, rows } = seen ?? { headers: [], rows: [] }
  return { headers: headers.map(spaced), rows: rows.map((cells) => cells.map(spaced)) }
}

export const rowsOf = async (panel: Locator): Promise<readonly (readonly string[])[]> =>
  (await tableOf(panel)).rows

/** What stands in a column of the table, from above to below. */
export const columnOf = async (panel: Locator, title: string): Promise<string[]> => {
  const { headers, rows } = await tableOf(panel)
  expect(headers, 'columns of the table').toContain(title)
  return rows.map((cells) => cells[headers.indexOf(title)] ?? '')
}

export const headersOf = async (panel: Locator): Promise<string[]> =>
  (await panel.getByRole('columnheader').allTextContents()).map(spaced)

/** A click on the shape itself: the middle of a ring's slice may lie outside of it. */
export async function clickShape(page: Page, shape: Locator): Promise<void> {
  await shape.scrollIntoViewIfNeeded()
  const [x, y] = await shape.evaluate((element) => {
    const box = element.getBoundingClientRect()
    const steps = Array.from({ length: 40 }, (_, step) => (step + 0.5) / 40)
    const points = steps.flatMap((down) =>
      steps.map((along) => [box.x + along * box.width, box.y + down * box.height] as const),
    )
    return points.find(([x, y]) => document.elementFromPoint(x, y) === element) ?? [box.x, box.y]
  })
  await page.mouse.click(x, y)
}

/** Waits until so many rows are counted under the table. */
export const counted = (panel: Locator, words: string) => panel.getByText(words, { exact: true }).waitFor()

export const offeredSizes = (panel: Locator) =>
  panel.getByLabel('Mostrar').locator('option').allTextContents()

export interface ExportedFile {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: readonly Readonly<Record<string, string>>[]
}

/** The CSV that the panel's button saves, as Spanish Excel reads it. */
export async function exportOf(page: Page, panel: Locator): Promise<ExportedFile> {
  const waiting = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Exportar CSV' }).click()
  const download = await waiting
  const text = await readFile(await download.path(), 'utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  const [columns = [], ...lines]: string[][] = parse(text, { bom: true, delimiter: ';' })
  const rows = lines.map((cells) => Object.fromEntries(columns.map((title, at) => [title, cells[at] ?? ''])))
  return { name: download.suggestedFilename(), columns, rows }
}

/** The first column of the workbook that the panel's menu saves, without its title. */
export async function workbookColumnOf(page: Page, panel: Locator): Promise<string[]> {
  await panel.getByRole('button', { name: 'Otros formatos' }).click()
  const waiting = page.waitForEvent('download')
  await page.getByRole('menuitem').first().click()
  const files = unzip(await readFile(await (await waiting).path()))
  const lines = files.get('xl/worksheets/sheet1.xml')?.match(/<row>.*?<\/row>/gs) ?? []
  return lines.slice(1).map((line) => /<t[^>]*>(.*?)<\/t>/s.exec(line)?.[1] ?? '')
}

/** '1234,50' → 123450. */
export const centsOf = (written: string | undefined): number =>
  Math.round(Number((written ?? '').replace(',', '.')) * 100)

/** Cents of a column of a file, added up. */
export const sumOf = (file: ExportedFile, column: string): number =>
  file.rows.reduce((total, row) => total + centsOf(row[column]), 0)
