// Docs and links are consistent.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ERROR_CODES, FIELD_ERROR_CODES } from '#contract/errors.ts'
import { withErrorTables } from '../scripts/error-tables.ts'
import { withQuestionTables } from '../scripts/question-tables.ts'
import { ROOT } from './rooms.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const documents = globSync(['*.md', 'docs/**/*.md', '.github/**/*.md'], { cwd: ROOT }).sort()

const tests = globSync('{contract,server,web,test,scripts}/**/*.test.{ts,tsx}', { cwd: ROOT })

/** What is wrong with a reference to a test: `file`, by its name or path, and *title*. */
function problemOf(reference: string, requirement: string): string[] {
  const [, file = '', title = ''] = /^`([\w./-]+)` \*(.+)\*$/.exec(reference) ?? []
  const found = tests.filter((path) => `/${path}`.endsWith(`/${file}`))
  const titled = new RegExp(`\\(\\s*(['"\`])${title.replaceAll(/[.*+?^$(){}|[\]\\]/g, '\\$&')}\\1,`)
  if (found.length === 1 && titled.test(read(found[0] ?? ''))) return []
  return [`${requirement}: ${reference} is ${found.length === 1 ? 'no test of it' : `${found.length} files`}`]
}

describe('documents', () => {
  it('list every decision in the index', () => {
    const index = read('docs/decisions/README.md')
    const records = globSync('docs/decisions/*.md', { cwd: ROOT }).map((file) => file.split('/').at(-1) ?? '')
    expect(records.filter((name) => name !== 'README.md' && !index.includes(`(${name})`))).toEqual([])
  })

  it('list every configuration variable', () => {
    const variables = [...read('server/config/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(
      ([, name]) => name ?? '',
    )
    const table = read('README.md')
    expect(variables.length).toBeGreaterThan(10)
    expect(variables.filter((name) => !table.includes(`\`${name}\``))).toEqual([])
  })

  it('list the code of every failure of the API', () => {
    const page = read('docs/errors.md')
    expect(page).toBe(withErrorTables(page))
    for (const code of [...ERROR_CODES, ...FIELD_ERROR_CODES]) expect(page).toContain(`| \`${code}\` |`)
  })

  it.each(documents)('contain no broken links: %s', (document) => {
    const links = [...read(document).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, link]) => link ?? '')
    const local = links.filter((link) => !/^[a-z]+:/.test(link))
    expect(local.filter((link) => !existsSync(join(ROOT, dirname(document), link)))).toEqual([])
  })

  it.each(documents)('have whole tables, which an empty line would end: %s', (document) => {
    const cut = [...read(document).matchAll(/^\|.*\n\n(\|.*)\n(?!\|[-:| ]+\|\n)/gm)]
    expect(cut.map(([, row]) => row)).toEqual([])
  })

  it.each(documents)('name only files that exist: %s', (document) => {
    const named = [...read(document).matchAll(/`([a-z.]+\/[\w./-]+\.(?:css|md|mjs|sh|sql|tsx?))`/g)]
    expect(named.map(([, file]) => file ?? '').filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  })

  it('name a test for each claim about security, or say why there is none', () => {
    const rows = [...read('docs/security.md').matchAll(/^\| (\d+\.\d+\.\d+.*?) \| (.*) \|$/gm)]
    const wrong = rows.flatMap(([, requirement = '', shown = '']) =>
      /^–: .+/.test(shown) ? [] : shown.split(/(?<=\*); /).flatMap((one) => problemOf(one, requirement)),
    )
    expect(wrong).toEqual([])
    expect(rows.length).toBeGreaterThan(50)
    // The check itself.
    expect(problemOf('`account.test.ts` *no such title*', '1')).toHaveLength(1)
    expect(problemOf('`nowhere.test.ts` *no such title*', '1')).toHaveLength(1)
  })

  it('name a test for each fact about WooCommerce', () => {
    const rows = read('docs/woocommerce.md')
      .split('\n')
      .filter((row) => row.startsWith('| ') && !row.startsWith('| fact '))
    const wrong = rows.flatMap((row) => {
      const [fact = '', shown = ''] = row.split(' | ').length === 2 ? row.split(' | ') : [row]
      return problemOf(shown.replace(/ \|$/, ''), fact)
    })
    expect(wrong).toEqual([])
    expect(rows.length).toBeGreaterThan(15)
  })

  it('hold the measures and dimensions of the catalogue', () => {
    const metrics = readFileSync(join(ROOT, 'docs/metrics.md'), 'utf8')
    expect(metrics).toContain('`net_sale`')
    expect(metrics).toBe(withQuestionTables(metrics))
  })
})
