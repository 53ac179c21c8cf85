// Writes the tables of measures and dimensions in docs/metrics.md from the catalogue: node scripts/question-tables.ts
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DIMENSION_KEYS, dimensionOf } from '#contract/questions/dimensions.ts'
import { MEASURE_KEYS, measureOf } from '#contract/questions/measures.ts'

const FILE = join(import.meta.dirname, '../docs/metrics.md')
const PLACE = /(<!-- question tables -->\n).*?(?=<!-- end of question tables -->)/s

const ADDS_UP = {
  always: 'yes',
  lines: 'not by benefit',
  once: 'by order',
  never: 'no',
} as const

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  row(head) + row(head.map(() => '---')).replaceAll(' ', '') + rows.map(row).join('')

const measures = () =>
  table(
    ['measure', 'Spanish name', 'definition', 'adds up'],
    MEASURE_KEYS.map((key) => {
      const { title, definition, addsUp } = measureOf(key)
      return [`\`${key}\``, title, definition, ADDS_UP[addsUp]]
    }),
  )

const dimensions = () =>
  table(
    ['dimension', 'Spanish name', 'definition', 'of the'],
    DIMENSION_KEYS.map((key) => {
      const { title, definition, grain } = dimensionOf(key)
      return [`\`${key}\``, title, definition, grain]
    }),
  )

/** docs/metrics.md with tables as the catalogue has them. */
export const withQuestionTables = (text: string): string =>
  text.replace(PLACE, (_, start: string) => `${start}\n${measures()}\n${dimensions()}\n`)

if (import.meta.main) writeFileSync(FILE, withQuestionTables(readFileSync(FILE, 'utf8')))
