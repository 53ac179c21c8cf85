// The import table of ARCHITECTURE.md as data, and the reader of imports that holds files against it.
// Touches nothing but file texts.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

export const ROOT = dirname(import.meta.dirname)

export interface Room {
  /** Folder or file, or a pattern with `*` for one feature or source among its like. */
  readonly path: string
  /** Rooms (by path) whose files it may import; its own are always allowed. */
  readonly rooms: readonly string[]
  /** npm packages it may import; absent: any that the side has. `node:` modules are free on the server and closed to the browser. */
  readonly packages?: readonly string[]
}

const REACT = ['react', 'react-dom']
const COMPONENTS = ['@mantine/core', '@mantine/hooks', '@tabler/icons-react']

/** What a source implements and reports to; the rest of ingest is closed to it. */
const INGEST_PORT = ['server/ingest/source.ts', 'server/ingest/notes.ts']

/** Most specific first: a file belongs to the first room that holds it. */
export const ROOMS: readonly Room[] = [
  { path: 'contract', rooms: [], packages: ['zod'] },
  {
    path: 'server/store',
    rooms: [],
    packages: ['@duckdb/node-api', 'pg', 'pg-copy-streams'],
  },
  { path: 'server/domain', rooms: ['contract'], packages: [] },
  { path: 'server/sources/*', rooms: ['contract', 'server/domain', ...INGEST_PORT] },
  {
    path: 'server/ingest',
    rooms: ['contract', 'server/domain', 'server/sources/*', 'server/store', 'server/rollups'],
  },
  { path: 'server/rollups', rooms: ['contract', 'server/domain', 'server/store'], packages: [] },
  { path: 'server/http', rooms: ['contract', 'server/domain', 'server/store'] },
  {
    path: 'server/features/*',
    rooms: ['contract', 'server/domain', 'server/store', 'server/rollups', 'server/http'],
  },
  { path: 'server', rooms: ['contract', 'server'] },
  {
    path: 'web/ui',
    rooms: ['contract', 'web/text'],
    packages: [
      ...REACT,
      ...COMPONENTS,
      // What a table or the month selector shows stands in the address, and its links are real ones.
      '@tanstack/react-router',
      '@tanstack/react-virtual',
      '@visx/scale',
      '@visx/shape',
    ],
  },
  { path: 'web/text', rooms: ['contract'], packages: [] },
  { path: 'web/api', rooms: ['contract', 'web/text'] },
  { path: 'web/lists', rooms: ['contract', 'web/api', 'web/ui', 'web/text'] },
  { path: 'web/features/*', rooms: ['contract', 'web/api', 'web/lists', 'web/ui', 'web/text'] },
  { path: 'web', rooms: ['contract', 'web'] },
]

export interface Import {
  readonly specifier: string
  /** Gone after compilation, so it brings no code along. */
  readonly typeOnly: boolean
}

const IMPORT =
  /^[ \t]*(?:import|export)\s+(type\s)?(?:[\w*{}\s,$]+?\s+from\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm

export function importsOf(text: string): Import[] {
  return [...text.matchAll(IMPORT)].map(([, type, direct, lazy]) => ({
    specifier: direct ?? lazy ?? '',
    typeOnly: type !== undefined,
  }))
}

const toPattern = (path: string) => new RegExp(`^${path.replaceAll('*', '[^/]+')}(?:/|$)`)

export const roomOf = (file: string): Room | undefined =>
  ROOMS.find((room) => toPattern(room.path).test(file))

/** The file of this checkout that a specifier names, or undefined for a package. */
export function localTarget(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(from), specifier).split(sep).join('/')
  return specifier.startsWith('#') ? specifier.slice(1) : undefined
}

const packageName = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** Why `from` may not import `specifier`, or undefined when it may. */
export function objection(from: string, specifier: string): string | undefined {
  const room = roomOf(from)
  if (room === undefined) return undefined
  const target = localTarget(from, specifier)
  if (target === undefined) {
    if (specifier.startsWith('node:')) {
      return /^(web|contract)\//.test(from) ? `${room.path} runs in the browser` : undefined
    }
    const open = room.packages === undefined || room.packages.includes(packageName(specifier))
    return open ? undefined : `${room.path} may import only ${room.packages.join(', ') || 'no package'}`
  }
  const [own] = toPattern(room.path).exec(from) ?? ['']
  if (target.startsWith(own)) return undefined
  if (room.rooms.some((path) => toPattern(path).test(target))) return undefined
  return `${room.path} may import only from itself${room.rooms.map((path) => `, ${path}`).join('')}`
}

/** Source files of the rooms; tests stand outside, since they come through the front door with everything built. */
export function sourceFiles(): string[] {
  return globSync('{contract,server,web}/**/*.{ts,tsx}', { cwd: ROOT })
    .map((file) => relative('.', file).split(sep).join('/'))
    .filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file))
    .sort()
}

export const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
