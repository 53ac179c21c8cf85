// What docs say of commands, calls, settings, tables and limits holds in the code.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/api.ts'
import { ORDER_STATUSES } from '#contract/statuses.ts'
import { serverLimits } from '#server/http/load-limits.ts'
import { SAMPLED_FROM } from '#server/http/sampled-page.ts'
import { JOBS } from '#server/ingest/jobs/jobs.ts'
import { MAX_DIFFERENCES } from '#server/rollups/difference.ts'
import { FIELDS } from '#server/sources/files/fields.ts'
import { OWN_FILES } from '#server/sources/files/own/files.ts'
import { mappingSchema } from '#server/sources/woocommerce/mapping.ts'
import { ROOMS, ROOT } from './rooms.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const textOf = (pattern: string) =>
  globSync(pattern, { cwd: ROOT })
    .map((file) => read(file))
    .join('\n')

// The changelog tells of earlier versions.
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT })
  .filter((file) => file !== 'CHANGELOG.md')
  .sort()
const all = documents.map(read).join('\n')

/** The first group of each match, once. */
const found = (pattern: RegExp, text = all): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, group = '']) => group)),
]

/** Anchors of the headings, as GitHub writes them. */
const anchorsOf = (text: string): string[] =>
  found(/^#+ (.+)$/gm, text).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\d\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Cells of the rows whose first cell is code; of the table with this head alone, if one is given. */
const rowsOf = (file: string, head?: string): string[][] => {
  const text = read(file)
  const table = head === undefined ? text : text.slice(text.indexOf(head)).split('\n\n')[0]
  return (table ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
}

const codesIn = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)

/** Names of commands with the text of their files. */
const commands = globSync('server/commands/*.ts', { cwd: ROOT }).flatMap((file) => {
  const text = read(file)
  return found(/(?<=command: Command = \{\n {2})name: '([^']+)'/g, text).map((name) => ({ name, text }))
})

describe('documents', () => {
  it.each(documents)('link to headings that exist: %s', (document) => {
    const links = [...read(document).matchAll(/\]\(([^)#\s]*)#([^)\s]+)\)/g)]
    const wrong = links.filter(([, file = '', anchor = '']) => {
      if (/^[a-z]+:/.test(file)) return false
      const target = file === '' ? document : join(dirname(document), file)
      return !anchorsOf(read(target)).includes(anchor)
    })
    expect(wrong.map(([link]) => link)).toEqual([])
  })

  it('name npm scripts, files of scripts/ and options of the benchmark that exist', () => {
    const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts
    expect(found(/npm run (?:-s )?([a-z]+)/g).filter((name) => !(name in scripts))).toEqual([])
    expect(found(/(scripts\/[\w-]+\.\w+)/g).filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
    const bench = read('bench/main.ts')
    const options = found(/npm run bench -- ([^`\n]+)/g).flatMap((line) => found(/(--[a-z]+)/g, line))
    expect(options.filter((option) => !bench.includes(`  ${option} `))).toEqual([])
  })

  it('name commands of gondola and options that they have', () => {
    const uses = found(/(?:npm run gondola --|npx gondola|[`(]gondola) ([a-z][^`\n#(]*)/g)
    expect(uses.length).toBeGreaterThan(15)
    const wrong = uses.filter((use) => {
      const command = commands.find(({ name }) => `${use.trim()} `.startsWith(`${name} `))
      const options = found(/--([a-z-]+)/g, use)
      return !options.every((option) => command?.text.includes(option)) || command === undefined
    })
    expect(wrong).toEqual([])
  })

  it('name calls that the contract has', () => {
    const known = new Set(endpoints.map(({ method, path }) => `${method} ${path}`))
    // Served beside the contract.
    for (const call of ['GET /metrics', 'GET /api/events', 'POST /api/webhooks/woocommerce']) known.add(call)
    const named = [...all.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/[^`?…]*)`/g)].map(
      ([, method, path]) => `${method} ${path}`,
    )
    expect(named.length).toBeGreaterThan(15)
    expect(named.filter((call) => !known.has(call))).toEqual([])
  })

  it('name variables that something reads', () => {
    const code = textOf('{server,test,scripts,bench}/**/*.ts') + textOf('*.ts') + read('compose.yaml')
    // Those with a dollar or in braces belong to the shell or the program of an example.
    const named = found(/(?<![${:])\b(GONDOLA_[A-Z_]*[A-Z])\b(?!")/g).map((name) =>
      name.replace(/_FILE$/, ''),
    )
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((name) => !code.includes(name))).toEqual([])
  })

  it('give the defaults of variables', () => {
    const config = read('server/config/config.ts')
    const rows = rowsOf('README.md')
    const defaults = [...config.matchAll(/^ {2}([A-Z_]+):(?:(?!^ {2}[A-Z]).)*?\.default\('?([^')]+)'?\)/gms)]
    expect(defaults.length).toBeGreaterThan(3)
    const wrong = defaults.filter(
      ([, name = '', value = '']) =>
        !rows.some((cells) => codesIn(cells[1]).includes(name) && codesIn(cells[2]).includes(value)),
    )
    expect(wrong.map(([, name]) => name)).toEqual([])
  })

  it('list every job and every metric, and no others', () => {
    const jobs = rowsOf('docs/operations.md', '| key | when | what |').flatMap(([, key]) => codesIn(key))
    expect(jobs.sort()).toEqual(JOBS.map(({ key }) => key).sort())
    const code =
      textOf('server/features/operations/*-metrics.ts') + read('server/features/operations/registry.ts')
    const metrics = [
      ...found(/gauge\(\s*'([a-z_]+)'/g, code).map((name) => `gondola_${name}`),
      ...found(/name: '(gondola_[a-z_]+)'/g, code),
    ]
    const listed = rowsOf('docs/operations.md', '| metric | labels |').flatMap(([, name]) => codesIn(name))
    expect(metrics.length).toBeGreaterThan(15)
    expect(listed.filter((name) => name.startsWith('gondola_')).sort()).toEqual(metrics.sort())
  })

  it('list every room and what it may import', () => {
    const rows = rowsOf('ARCHITECTURE.md').filter((cells) => cells.length === 5)
    const listed = rows.map(([, room, , imports]) => [codesIn(room)[0], codesIn(imports)] as const)
    const rooms = ROOMS.map(({ path, rooms: imports }) => [path, imports])
    expect(listed).toEqual(rooms)
  })

  it('list the columns of own files, the fields of others, the parts of a mapping and the tools of assistants', () => {
    const files = rowsOf('docs/csv-import.md', '| file | one row per |').map(([, file, , columns = '']) => {
      const required = found(/\*\*(\w+)\*\*/g, columns)
      const optional = columns.split(', ').filter((column) => !column.startsWith('*'))
      return [codesIn(file)[0], { required, optional: optional.sort() }]
    })
    const own = Object.entries(OWN_FILES).map(([name, { required, optional }]) => [
      `${name}.csv`,
      { required: [...required], optional: [...optional].sort() },
    ])
    expect(files).toEqual(own)
    const [, fields = ''] = read('docs/csv-import.md').split('| field | meaning |')
    const named = found(/^\| ([\w, ]+) \|/gm, fields).flatMap((cell) => cell.split(', '))
    expect(named.sort()).toEqual([...FIELDS].sort())
    const parts = rowsOf('docs/mapping.md', '| part | default |').flatMap(([, part]) => codesIn(part))
    const keys = Object.keys(mappingSchema.shape)
    expect(keys.filter((key) => !parts.some((part) => part.split('.')[0] === key))).toEqual([])
    const tools = rowsOf('docs/assistants.md', '| tool | answers |').flatMap(([, tool]) => codesIn(tool))
    expect(tools.sort()).toEqual(
      found(/name: '([a-z_]+)'/g, textOf('server/features/assistants/*-tools.ts')).sort(),
    )
  })

  it('give limits as the code has them', () => {
    const { most, mostBehind, mostHeld, budget } = serverLimits()
    const thousands = (value: number) => value.toLocaleString('en-US')
    const claims: readonly (readonly [string, string])[] = [
      ['running-a-server', `**The gate**: ${most} calls in progress, ${mostBehind} while`],
      ['running-a-server', `${thousands(mostHeld)} of them`],
      [
        'running-a-server',
        `${budget.milliseconds / 1000} seconds and ${budget.steps / 1_000_000} million steps`,
      ],
      ['rollups', `up to ${MAX_DIFFERENCES} orders or accounts`],
      ['lists', `${thousands(SAMPLED_FROM.duckdb)} rows (${thousands(SAMPLED_FROM.postgres)} on PostgreSQL)`],
    ]
    const recordOf = (name: string) => read(`docs/decisions/${name}.md`).replaceAll(/\s+/g, ' ')
    expect(claims.filter(([record, claim]) => !recordOf(record).includes(claim))).toEqual([])
    expect(ORDER_STATUSES).toHaveLength(13)
    expect(read('GLOSSARY.md')).toContain('`contract/statuses.ts` lists all thirteen')
  })
})
