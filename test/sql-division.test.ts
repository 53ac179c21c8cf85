// Division in SQL: DuckDB divides decimals as binary fractions, so amounts are divided by `quotient` alone.
import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

/** The helper itself, whole ids that are grouped, and seconds. */
const ALLOWED: Readonly<Record<string, RegExp>> = {
  'server/store/quotient.ts': /\) \/ $/,
  'server/http/list-query.ts': /^ \/ $/,
  'server/figures/times.ts': /\) \/ $/,
  'server/rollups/rebuild-purchases.ts': /^order_id \/ 1024$/,
}

/** Texts of the SQL templates of a file that divide or average. */
function divisionsIn(path: string, source: string): string[] {
  const found: string[] = []
  const look = (text: string) => {
    const statement = text.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/'[^']*'/g, '')
    if (/\/|\bavg\s*\(/i.test(statement) && !ALLOWED[path]?.test(text)) found.push(`${path}: ${text.trim()}`)
  }
  const { program, errors } = parseSync(path, source)
  expect(errors).toEqual([])
  new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type === 'Identifier' && tag.name === 'sql')
        for (const { value } of quasi.quasis) look(value.raw)
    },
  }).visit(program)
  return found
}

test('finds a division inside a template and between two of its values', () => {
  expect(divisionsIn('a.ts', 'const a = sql`select round(net / orders, 2)`')).toHaveLength(1)
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
  expect(divisionsIn('a.ts', 'const a = sql`${net} / ${orders}`')).toHaveLength(1)
  expect(divisionsIn('a.ts', "const a = sql`select avg(net), 'a/b'`")).toHaveLength(1)
  expect(divisionsIn('a.ts', "const a = sql`select 'a/b'`")).toEqual([])
})

test('amounts are divided by quotient() alone', () => {
  const paths = globSync('server/**/*.ts').filter((path) => !path.endsWith('.test.ts'))
  expect(paths.length).toBeGreaterThan(300)
  expect(paths.flatMap((path) => divisionsIn(path, readFileSync(path, 'utf8')))).toEqual([])
})
