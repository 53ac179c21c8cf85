// A row of an own file, which keeps file and line for the reasons of rejects.
import type { DecimalSign } from '#contract/decimal-text.ts'
import { storable } from '#server/domain/folded.ts'
import { type Cell, textOf } from '../cell.ts'
import type { Reject } from '../model.ts'
import type { StoredRow } from '../row-store.ts'
import { columnsOf, type OwnFile } from './files.ts'

export interface Row {
  readonly file: string
  readonly line: number
  /** That of the file's numbers. */
  readonly decimalSign: DecimalSign
  cell(column: string): Cell
  /** Text of a column, trimmed; '' if the file lacks the column. */
  text(column: string): string
}

/** How the rows of a table are read. */
export interface OwnReading {
  readonly file: OwnFile
  readonly name: string
  readonly decimalSign: DecimalSign
  /** Ids of 16 digits and more that Excel may have cut: none can be trusted. */
  readonly cutIds: boolean
}

export function rowOf({ line, cells }: StoredRow, { file, name, decimalSign }: OwnReading): Row {
  const cell = (column: string) => cells[columnsOf(file).indexOf(column)] ?? ''
  return { file: name, line, decimalSign, cell, text: (column) => storable(textOf(cell(column))) }
}

/** A value that cannot be used. */
export class InvalidValue extends Error {
  readonly reject: Reject
  constructor(reject: Reject) {
    super(reject.reason)
    this.reject = reject
  }
}

export const rejectAt = ({ file, line, text }: Row, column: string, reason: string): Reject => ({
  ...{ file, row: line, column, value: text(column), reason },
})

export const invalid = (row: Row, column: string, reason: string): InvalidValue =>
  new InvalidValue(rejectAt(row, column, reason))
