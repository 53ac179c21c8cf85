// Checks the gzip sizes of the built web application against its budgets: node scripts/budgets.ts [dist/web]. Exits with 1 if
// one is exceeded.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv, exit } from 'node:process'
import { gzipSync } from 'node:zlib'

const KILO = 1000

/** Limits in bytes after gzip. */
const BUDGETS = {
  firstScript: 245 * KILO,
  firstStyle: 38 * KILO,
  heaviestRoute: 280 * KILO,
  chunk: 30 * KILO,
}

interface Chunk {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
  readonly isEntry?: boolean
  readonly isDynamicEntry?: boolean
}

const folder = argv[2] ?? 'dist/web'
const manifestPath = join(folder, '.vite', 'manifest.json')
if (!existsSync(manifestPath)) {
  console.error(`There is no build in ${folder}: run npm start or vite build first.`)
  exit(1)
}
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(manifestPath, 'utf8'))

const weights = new Map<string, number>()

function weigh(file: string): number {
  const known = weights.get(file)
  if (known !== undefined) return known
  const weight = gzipSync(readFileSync(join(folder, file)), { level: 9 }).length
  weights.set(file, weight)
  return weight
}

const sum = (files: Iterable<string>): number => [...files].reduce((total, file) => total + weigh(file), 0)

/** Files of a chunk and its static imports. */
function needed(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || seen.has(key)) return new Set()
  seen.add(key)
  const files = new Set([chunk.file, ...(chunk.css ?? [])])
  for (const other of chunk.imports ?? []) for (const file of needed(other, seen)) files.add(file)
  return files
}

const isScript = (file: string) => file.endsWith('.js')
const isStyle = (file: string) => file.endsWith('.css')
const minus = (files: Set<string>, others: Set<string>) => [...files].filter((file) => !others.has(file))

const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
if (!entry) throw new Error('The build has no entry')
const entryFiles = needed(entry)
const lazy = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry)

const routes = lazy
  .filter((key) => /-(screen|page)\.tsx$/.test(key))
  .map((key) => ({ key, files: new Set([...entryFiles, ...needed(key)]) }))
const first = routes.find(({ key }) => key.endsWith('scorecard-screen.tsx'))?.files ?? entryFiles
const heaviest = routes
  .map(({ key, files }) => ({ key, weight: sum([...files].filter(isScript)) }))
  .sort((one, other) => other.weight - one.weight)[0]

/** A lazy chunk counts with its own file only. */
const heaviestChunk = lazy
  .map((key) => ({
    key,
    weight: sum(minus(new Set([manifest[key]?.file ?? '']), entryFiles).filter(isScript)),
  }))
  .sort((one, other) => other.weight - one.weight)[0]

const rows: readonly (readonly [string, number, number])[] = [
  ['first route, scripts', sum([...first].filter(isScript)), BUDGETS.firstScript],
  ['first route, styles', sum([...first].filter(isStyle)), BUDGETS.firstStyle],
  [`heaviest route, scripts (${heaviest?.key})`, heaviest?.weight ?? 0, BUDGETS.heaviestRoute],
  [`heaviest lazy chunk (${heaviestChunk?.key})`, heaviestChunk?.weight ?? 0, BUDGETS.chunk],
]

const inKilo = (bytes: number) => `${(bytes / KILO).toFixed(1)} kB`
let passed = true
for (const [what, weight, budget] of rows) {
  const fits = weight <= budget
  passed &&= fits
  console.log(`${fits ? 'ok  ' : 'OVER'} ${what}: ${inKilo(weight)} of ${inKilo(budget)}`)
}
exit(passed ? 0 : 1)
