// Programs that operators put around the server, and programs that read its files: nightly tests run the real ones.
// `node scripts/neighbours.ts` prints their Debian packages.
import { delimiter, join } from 'node:path'
import { isExecutable } from './system-packages.ts'

const PACKAGES = {
  nginx: 'nginx-light',
  haproxy: 'haproxy',
  caddy: 'caddy',
  apache2: 'apache2-bin',
  varnishd: 'varnish',
  pgbouncer: 'pgbouncer',
  prometheus: 'prometheus',
  ssconvert: 'gnumeric',
  xlsx2csv: 'xlsx2csv',
  Rscript: 'r-cran-openxlsx',
  // Modules of Perl and Python.
  perl: 'libspreadsheet-parsexlsx-perl',
  python3: 'python3-openpyxl',
  postfix: 'postfix',
} as const

const FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin']

/** Path of a program. Throws an error that names its package. */
export function neighbour(name: keyof typeof PACKAGES): string {
  const found = [...FOLDERS, ...(process.env.PATH ?? '').split(delimiter)]
    .map((folder) => join(folder, name))
    .find(isExecutable)
  if (found === undefined)
    throw new Error(`This nightly test needs ${name}: apt-get install ${PACKAGES[name]}`)
  return found
}

if (import.meta.main) console.log(Object.values(PACKAGES).join(' '))
