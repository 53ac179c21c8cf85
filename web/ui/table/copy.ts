// What leaves a table by the clipboard: bare numbers, cells apart by tabs. Touches the browser's selection.
import type { ClipboardEvent } from 'react'

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
  const plain = taken.map((cells) => cells.map((cell) => cell.dataset.plain ?? '').join('\t')).join('\n')
  event.clipboardData.setData('text/plain', plain)
  event.preventDefault()
}
