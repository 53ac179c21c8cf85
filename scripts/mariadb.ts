// Finds a MariaDB server for the tests that read a shop's database, or installs one where the system lets it.
import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { installPackage, isExecutable } from './system-packages.ts'

const NAMES = ['mariadbd', 'mysqld']

const FOLDERS = [
  '/usr/sbin',
  '/usr/libexec',
  '/usr/local/sbin',
  '/opt/homebrew/opt/mariadb/bin',
  '/usr/local/opt/mariadb/bin',
]

const HELP =
  'The tests of imports from a database need a MariaDB server. Install one (Debian or Ubuntu: apt-get install ' +
  'mariadb-server-core; others: https://mariadb.org/download), name its program in MARIADBD_PATH, or give in ' +
  'GONDOLA_TEST_MYSQL_URL the address of a server on which the tests may create databases and users.'

/** Path of an installed server: MARIADBD_PATH first, then the PATH, then the usual places. Throws where there is none. */
export function findMariadb(): string {
  const chosen = process.env.MARIADBD_PATH
  if (chosen) {
    if (isExecutable(chosen)) return chosen
    throw new Error(`MARIADBD_PATH names ${chosen}, which is not a program that can be run.`)
  }
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const found = [...folders, ...FOLDERS]
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((file) => isExecutable(file) && isMariadb(file))
  if (found === undefined) throw new Error(HELP)
  return found
}

/** MySQL's server has the same name and starts otherwise. */
const isMariadb = (file: string): boolean =>
  spawnSync(file, ['--no-defaults', '--version'], { encoding: 'utf8' }).stdout?.includes('MariaDB') ?? false

/** Installs a server from the system's packages where there is none. */
export function ensureMariadb(say: (line: string) => void): void {
  if (process.env.GONDOLA_TEST_MYSQL_URL) return
  try {
    findMariadb()
  } catch {
    installPackage('mariadb-server-core', HELP, say)
    findMariadb()
  }
}
