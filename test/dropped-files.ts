// The folders of fixtures/files: files as people drop them, and what must come out.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './rooms.ts'

interface Month {
  readonly orders: number
  readonly units: number
  readonly gross: number
  readonly discount: number
  readonly refunded: number
  readonly net: number
}

export interface DroppedCase {
  readonly case: string
  readonly kind: string
  readonly files: readonly string[]
  readonly answers: Readonly<Record<string, unknown>>
  readonly statuses: readonly { readonly words: readonly string[]; readonly is: string }[]
  readonly ask: { readonly must: readonly string[]; readonly must_not: readonly string[] }
  /** Completed orders. */
  readonly months: Readonly<Record<string, Month>>
  readonly by_status: Readonly<Record<string, number>>
  readonly rejects: readonly { readonly file: string; readonly row: number; readonly column: string }[]
  readonly left_out: readonly string[]
  readonly tell: readonly { readonly code: string; readonly order: string }[]
  /** Completed orders: id, month, units, gross, discount, refunded, net, province. */
  readonly orders: readonly (readonly [string, string, number, number, number, number, number, string])[]
}

const FOLDER = join(ROOT, 'fixtures', 'files')

export const DROPPED: readonly DroppedCase[] = readdirSync(FOLDER)
  .sort()
  .map((name) => JSON.parse(readFileSync(join(FOLDER, name, 'expect.json'), 'utf8')))

/** Paths of its files. */
export const droppedFiles = (one: DroppedCase): { path: string; name: string }[] =>
  one.files.map((name) => ({ path: join(FOLDER, one.case, name), name }))

/** What the person of the case assigns to a status: the first rule whose words all stand in it. */
export const assigned = ({ statuses }: DroppedCase, value: string): string | undefined =>
  statuses.find(({ words }) => words.every((word) => value.toLowerCase().includes(word)))?.is
