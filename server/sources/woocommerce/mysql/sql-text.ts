/** Dates and decimals are text. */
export type Cell = string | number | null
export type Cells = readonly Cell[]

export const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

export const quotedList = (texts: readonly string[]): string => texts.map(quoted).join(', ')

export const textOf = (cell: Cell | undefined): string => (cell == null ? '' : String(cell))
