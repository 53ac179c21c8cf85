// What leaves a table by the clipboard: bare numbers, cells apart by tabs. Touches the browser's selection.
import type { ClipboardEvent } from 'react'
import { harmless } from '#contract/spreadsheet.ts'

export interface CopiedCell {
  readonly text: string
  readonly numeric: boolean
}

/** Rows as lines: a text neither breaks the line nor runs as a formula where it is pasted. */
export const copied = (rows: readonly (readonly CopiedCell[])[]): string =>
  rows
    .map((cells) =>
      cells
        .map(({ text, numeric }) => (numeric ? text : harmless(text.replace(/[\t\r\n]+/g, ' '))))
        .join('\t'),
    )
    .join('\n')

/** A part of one cell's text is copied as it is; a whole cell, or several, as plain values. */
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
    text: cell.dataset.plain ?? '',
    numeric: cell.dataset.numeric !== undefined,
  })
  event.clipboardData.setData('text/plain', copied(taken.map((cells) => cells.map(told))))
  event.preventDefault()
}
