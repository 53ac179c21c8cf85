// Finds or installs a MariaDB server for the tests that read a shop's database.
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

export const MARIADB_PACKAGE = 'mariadb-server-core'

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

/** MySQL's server may have the same name but starts differently. */
const isMariadb = (file: string): boolean =>
  spawnSync(file, ['--no-defaults', '--version'], { encoding: 'utf8' }).stdout?.includes('MariaDB') ?? false

export function hasMariadb(): boolean {
  if (process.env.GONDOLA_TEST_MYSQL_URL) return true
  try {
    findMariadb()
    return true
  } catch {
    return false
  }
}

export function installMariadb(say: (line: string) => void): void {
  installPackage(MARIADB_PACKAGE, HELP, say)
  findMariadb()
}
