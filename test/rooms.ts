// Which room may import which, as data, and the functions that check files against the table.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

export const ROOT = dirname(import.meta.dirname)

export interface Room {
  /** A folder or file; `*` stands for one name. */
  readonly path: string
  /** Paths it may import from, besides its own. */
  readonly rooms: readonly string[]
  /** npm packages it may import; by default all. `node:` modules are allowed on the server only. */
  readonly packages?: readonly string[]
}

const REACT = ['react', 'react-dom']
const COMPONENTS = ['@mantine/core', '@mantine/hooks', '@tabler/icons-react']

/** What a source implements and reports to; the rest of ingest is not accessible to it. */
const INGEST_PORT = ['server/ingest/source.ts', 'server/ingest/notes.ts']

/** A file belongs to the first room that matches. */
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
    rooms: ['contract', 'server/domain', 'server/store', 'server/figures', 'server/rollups'],
  },
  { path: 'server/figures', rooms: ['contract', 'server/domain', 'server/store'], packages: [] },
  {
    path: 'server/rollups',
    rooms: ['contract', 'server/domain', 'server/store', 'server/figures'],
    packages: [],
  },
  {
    path: 'server/forecast',
    rooms: ['contract', 'server/domain', 'server/store', 'server/figures'],
    packages: ['lru-cache'],
  },
  {
    path: 'server/outbox',
    rooms: ['contract', 'server/domain', 'server/store'],
    packages: ['nodemailer', 'zod'],
  },
  {
    path: 'server/notices',
    rooms: ['contract', 'server/domain', 'server/store', 'server/outbox'],
    packages: [],
  },
  {
    path: 'server/alerts',
    rooms: [
      ...['contract', 'server/domain', 'server/store', 'server/figures', 'server/forecast'],
      'server/notices',
    ],
    packages: [],
  },
  { path: 'server/http', rooms: ['contract', 'server/domain', 'server/store'] },
  {
    path: 'server/features/*',
    rooms: [
      ...['contract', 'server/domain', 'server/store', 'server/figures'],
      ...['server/http', 'server/outbox', 'server/alerts', 'server/notices', 'server/forecast'],
    ],
  },
  {
    path: 'server/file-imports',
    rooms: [
      ...['contract', 'server/domain', 'server/store', 'server/ingest', 'server/rollups'],
      ...['server/sources/files', 'server/http', 'server/notices', 'server/features/imports'],
    ],
    packages: [],
  },
  {
    path: 'server/command-ipc',
    rooms: [
      ...['contract', 'server/store', 'server/ingest', 'server/http', 'server/shop'],
      ...[
        'server/features/account',
        'server/features/shop',
        'server/config',
        'server/terminal',
        'server/start',
      ],
    ],
    packages: ['zod'],
  },
  {
    path: 'server/commands',
    rooms: [
      ...['contract', 'server/store', 'server/ingest', 'server/sources/*', 'server/shop'],
      ...[
        'server/features/account',
        'server/command-ipc',
        'server/copies',
        'server/outbox',
        'server/file-imports',
      ],
      ...['server/config', 'server/terminal', 'server/start', 'server/*.ts'],
    ],
    packages: ['zod'],
  },
  {
    path: 'server/shop',
    rooms: [
      'contract',
      'server/config',
      'server/domain',
      'server/store',
      'server/ingest',
      'server/sources/woocommerce',
      'server/http',
      'server/features/shop',
    ],
    packages: ['zod'],
  },
  {
    path: 'server/config',
    rooms: ['contract', 'server/copies', 'server/sources/woocommerce'],
    packages: ['zod'],
  },
  { path: 'server', rooms: ['contract', 'server'] },
  {
    path: 'web/ui',
    rooms: ['contract', 'web/text'],
    packages: [
      ...REACT,
      ...COMPONENTS,
      // Tables and the month selector keep their state in the address.
      '@tanstack/react-router',
      '@tanstack/react-virtual',
      '@visx/scale',
      '@visx/shape',
      'fflate',
    ],
  },
  { path: 'web/text', rooms: ['contract'], packages: [] },
  { path: 'web/api', rooms: ['contract', 'web/text'] },
  { path: 'web/shared', rooms: ['contract', 'web/api', 'web/ui', 'web/text'] },
  { path: 'web/features/*', rooms: ['contract', 'web/api', 'web/shared', 'web/ui', 'web/text'] },
  { path: 'web', rooms: ['contract', 'web'] },
]

export interface Import {
  readonly specifier: string
  /** Type imports load no code, since the compiler removes them. */
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

/** The file that a specifier refers to, or undefined for a package. */
export function localTarget(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(from), specifier).split(sep).join('/')
  return specifier.startsWith('#') ? specifier.slice(1) : undefined
}

const packageName = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** Why `from` may not import `specifier`; undefined if it may. */
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

/** Source files of the rooms, without tests, which may import everything. */
export function sourceFiles(): string[] {
  return globSync('{contract,server,web}/**/*.{ts,tsx}', { cwd: ROOT })
    .map((file) => relative('.', file).split(sep).join('/'))
    .filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file))
    .sort()
}

export const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
