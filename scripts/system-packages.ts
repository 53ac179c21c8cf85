// Installs programs that the tests need from the system's packages, if the user may do so without a password.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const succeeds = (command: string, args: readonly string[]) =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0

/** Prefix of apt-get: nothing for root, sudo if it needs no password; undefined if neither works. */
function administrator(): string[] | undefined {
  if (process.getuid?.() === 0) return []
  return succeeds('sudo', ['-n', 'true']) ? ['sudo', '-n'] : undefined
}

const isDebianLike = () =>
  existsSync('/etc/os-release') &&
  /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'))

/** Throws `help`, with the output of apt-get where it ran. */
export function installPackage(name: string, help: string, say: (line: string) => void): void {
  const prefix = isDebianLike() ? administrator() : undefined
  if (prefix === undefined) throw new Error(help)
  say(`installing ${name} from the system packages (apt-get); once, up to a minute…`)
  const steps = [
    ['apt-get', 'update', '-qq'],
    ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', name],
  ]
  for (const step of steps) {
    const [command = '', ...args] = [...prefix, ...step]
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env })
    if (status !== 0) throw new Error(`${step.join(' ')} failed:\n${stdout}${stderr}\n${help}`)
  }
}

/** Says what is about to be installed. Asks a person at a terminal first; CI and pipes are never asked. */
export async function mayInstall(names: readonly string[]): Promise<boolean> {
  console.log(`The tests need ${names.join(' and ')}, to be installed from the system packages (apt-get).`)
  if (process.env.CI || !process.stdin.isTTY || !process.stdout.isTTY) return true
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question('Install now? [Y/n] ')
  terminal.close()
  return !/^n/i.test(answer.trim())
}
