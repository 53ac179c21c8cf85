// Percentiles and plain text tables.

/** Percentile by nearest rank; `share` is 0–1. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/** Columns after the first are aligned to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd()
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

export const ms = (value: number): string => (Number.isNaN(value) ? '' : value.toFixed(value < 10 ? 2 : 1))
export const count = (value: number): string => Math.round(value).toLocaleString('en-US')
export const mib = (bytes: number): string => `${count(bytes / 1024 / 1024)} MiB`
export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`
export const times = (ratio: number): string => `${ratio.toFixed(2)} ×`

/** A floor and whether it is met. */
export const floor = (holds: boolean, text: string): string => `${text} ${holds ? 'holds' : 'missed'}`

export async function timed<T>(work: () => Promise<T> | T): Promise<[result: T, milliseconds: number]> {
  const start = performance.now()
  const result = await work()
  return [result, performance.now() - start]
}

export const heading = (text: string): void => console.log(`\n## ${text}\n`)
