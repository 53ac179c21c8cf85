// What queries and their rows are made of. Pure.

/** Dates and decimals come as the text that the database shows. */
export type Cell = string | number | null
export type Cells = readonly Cell[]

/** Text as it stands in a query. */
export const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

export const quotedList = (texts: readonly string[]): string => texts.map(quoted).join(', ')

export const textOf = (cell: Cell | undefined): string => (cell == null ? '' : String(cell))
