// Copies table cells to the clipboard as tab-separated plain values.
import type { ClipboardEvent } from 'react'
import { harmless } from '#contract/spreadsheet.ts'

export interface CopiedCell {
  readonly text: string
  readonly numeric: boolean
}

/** Rows as tab-separated lines; texts are stripped of line breaks and escaped against formula injection. */
export const copied = (rows: readonly (readonly CopiedCell[])[]): string =>
  rows
    .map((cells) =>
      cells
        .map(({ text, numeric }) => (numeric ? text : harmless(text.replace(/[\t\r\n]+/g, ' '))))
        .join('\t'),
    )
    .join('\n')

/** Copies whole cells as plain values; a selection inside one cell keeps the browser's behaviour. */
export function copyCells(event: ClipboardEvent<HTMLElement>): void {
  const selection = document.getSelection()
  if (!selection || selection.isCollapsed) return
  const rows = [...event.currentTarget.querySelectorAll('tr')].map((row) =>
    [...row.querySelectorAll<HTMLElement>('td[data-plain]')].filter((cell) =>
      selection.containsNode(cell, true),
    ),
  )
  const taken = rows.filter((cells) => cells.length > 0)
  const only = taken.length === 1 && taken[0]?.length === 1 ? taken[0][0] : undefined
  if (taken.length === 0) return
  if (only && selection.toString().trim() !== only.textContent?.trim()) return
  const told = (cell: HTMLElement) => ({
    // A change knows its amounts, the cell only the figure on the wire.
    text: (cell.querySelector<HTMLElement>('[data-plain]') ?? cell).dataset.plain ?? '',
    numeric: cell.dataset.numeric !== undefined,
  })
  event.clipboardData.setData('text/plain', copied(taken.map((cells) => cells.map(told))))
  event.preventDefault()
}
