// The papers hold together: every decision stands in its index, and every link inside the repository leads somewhere.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './rooms.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const papers = globSync(['*.md', 'docs/**/*.md', '.github/**/*.md'], { cwd: ROOT }).sort()

describe('the papers', () => {
  it('list every decision in the index', () => {
    const index = read('docs/decisions/README.md')
    const records = globSync('docs/decisions/*.md', { cwd: ROOT }).map((file) => file.split('/').at(-1) ?? '')
    expect(records.filter((name) => name !== 'README.md' && !index.includes(`(${name})`))).toEqual([])
  })

  it('name every variable of the configuration', () => {
    const variables = [...read('server/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(
      ([, name]) => name ?? '',
    )
    const table = read('README.md')
    expect(variables.length).toBeGreaterThan(10)
    expect(variables.filter((name) => !table.includes(`\`${name}\``))).toEqual([])
  })

  it.each(papers)('link only to what exists: %s', (paper) => {
    const links = [...read(paper).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, link]) => link ?? '')
    const local = links.filter((link) => !/^[a-z]+:/.test(link))
    expect(local.filter((link) => !existsSync(join(ROOT, dirname(paper), link)))).toEqual([])
  })
})
