// Panels and their tables as a page shows them, and the files they export.
import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { spaced } from './answer.ts'

export const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

/** Rows of a panel's table, once there are any and none of them is of an earlier view or still to come. */
export async function rowsOf(panel: Locator): Promise<string[][]> {
  let rows: string[][] = []
  // Looked at in one go: between two looks the table may begin to wait for its next rows.
  const read = async () => {
    const found = await panel.evaluate((element) =>
      element.hasAttribute('aria-busy')
        ? []
        : [...element.querySelectorAll('tbody tr')].map((line) =>
            [...line.children].map((cell) => cell.textContent ?? ''),
          ),
    )
    rows = found.map((cells) => cells.map(spaced))
    return rows.length
  }
  await expect.poll(read).toBeGreaterThan(0)
  return rows
}

/** What stands in a column of the table, from above to below. */
export const columnOf = async (panel: Locator, title: string): Promise<string[]> => {
  const at = (await headersOf(panel)).indexOf(title)
  return (await rowsOf(panel)).map((cells) => cells[at] ?? '')
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

/** '1234,50' → 123450. */
export const centsOf = (written: string | undefined): number =>
  Math.round(Number((written ?? '').replace(',', '.')) * 100)

/** Cents of a column of a file, added up. */
export const sumOf = (file: ExportedFile, column: string): number =>
  file.rows.reduce((total, row) => total + centsOf(row[column]), 0)
