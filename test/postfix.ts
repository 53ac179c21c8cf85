// The postfix of Debian with the settings that its package gives an "Internet Site", but for its folders and port. What it accepts
// lands in one mailbox.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { vi } from 'vitest'
import { freePort } from '../scripts/free-port.ts'
import { neighbour } from '../scripts/neighbours.ts'
import { selfSigned } from './shop-server/certificate.ts'

export interface Postfix {
  readonly port: number
  /** The messages that were delivered, as they arrived, in no order. */
  delivered(): string[]
  /** What it said. */
  readonly log: () => string
  close(): Promise<void>
}

const DEFAULTS = '/usr/share/postfix/main.cf.debian'
/** Owns the mailbox: any user that is not root. */
const NOBODY = 65_534

/** For root alone. `settings`: lines of main.cf in addition. */
export async function startPostfix(settings: readonly string[] = []): Promise<Postfix> {
  const program = neighbour('postfix')
  const folder = mkdtempSync('/var/tmp/gondola-postfix-')
  chmodSync(folder, 0o755)
  const [config, queue, data, mail] = ['config', 'queue', 'data', 'mail'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string]
  for (const path of [config, queue, data, mail]) mkdirSync(path)
  chownSync(mail, NOBODY, NOBODY)
  chownSync(data, ownerOf('postfix'), 0)
  const port = await freePort()
  const { cert, key } = selfSigned()
  writeFileSync(join(config, 'cert.pem'), cert)
  writeFileSync(join(config, 'key.pem'), key, { mode: 0o600 })
  cpSync('/etc/postfix/dynamicmaps.cf', join(config, 'dynamicmaps.cf'))
  const main = [
    // As the package's script adds them.
    `smtpd_tls_cert_file=${config}/cert.pem`,
    `smtpd_tls_key_file=${config}/key.pem`,
    'smtpd_tls_security_level=may',
    'smtpd_relay_restrictions = permit_mynetworks permit_sasl_authenticated defer_unauth_destination',
    'myhostname = correo.tienda.example',
    'mydestination = $myhostname, localhost',
    'relayhost =',
    'mynetworks = 127.0.0.0/8 [::1]/128',
    'mailbox_size_limit = 0',
    'recipient_delimiter = +',
    // Of this test.
    'inet_interfaces = 127.0.0.1',
    `queue_directory = ${queue}`,
    `data_directory = ${data}`,
    'alias_maps =',
    'maillog_file = /dev/stdout',
    'virtual_mailbox_domains = example.com tienda.example',
    `virtual_mailbox_base = ${mail}`,
    'virtual_mailbox_maps = static:inbox/',
    `virtual_uid_maps = static:${NOBODY}`,
    `virtual_gid_maps = static:${NOBODY}`,
    ...settings,
  ]
  writeFileSync(join(config, 'main.cf'), `${readFileSync(DEFAULTS, 'utf8')}\n${main.join('\n')}\n`)
  writeFileSync(join(config, 'master.cf'), services(port))
  // Not a pipe, which Node makes of a socket that postfix cannot open.
  const output = join(folder, 'log')
  const file = openSync(output, 'a')
  const postfix = spawn(program, ['-c', config, 'start-fg'], { stdio: ['ignore', file, file] })
  closeSync(file)
  const log = () => readFileSync(output, 'utf8')
  const inbox = join(mail, 'inbox/new')
  const server: Postfix = {
    port,
    delivered: () =>
      existsSync(inbox) ? readdirSync(inbox).map((name) => readFileSync(join(inbox, name), 'utf8')) : [],
    log,
    async close() {
      if (postfix.exitCode === null) {
        spawn(program, ['-c', config, 'stop'], { stdio: 'ignore' })
        await once(postfix, 'exit')
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
  const answers = async () => {
    if (!(await greets(port))) throw new Error(`postfix does not answer: ${log()}`)
  }
  await vi.waitFor(answers, { timeout: 30_000, interval: 100 }).catch(async (error: unknown) => {
    await server.close()
    throw error
  })
  return server
}

/** Those of the package, without the jail, which would need copies of system files, and on this port. */
const services = (port: number): string =>
  readFileSync('/usr/share/postfix/master.cf.dist', 'utf8')
    .replace(/^(\w\S*\s+\S+\s+\S+\s+\S+\s+)y/gm, '$1n')
    .replace(/^smtp(\s+inet)/m, `127.0.0.1:${port}$1`)

function ownerOf(user: string): number {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${user}:`))
  return Number(line?.split(':')[2])
}

const greets = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('data', (text) => {
      socket.end('QUIT\r\n')
      resolve(text.toString().startsWith('220'))
    })
    socket.once('error', () => resolve(false))
  })
