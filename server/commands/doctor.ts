import { once } from 'node:events'
import { existsSync, statfsSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import type { Config } from '#server/config/config.ts'
import { VERSION } from '#server/config/version.ts'
import { storageOf } from '#server/start/backups.ts'
import { type Command, type CommandContext, CommandError, usageError } from '#server/terminal/command.ts'
import { plainSentence } from '#server/terminal/failures.ts'
import { type Finding, failed, findingLines, ok, warning } from '#server/terminal/findings.ts'
import { sendCommand } from '../command-ipc/client.ts'
import { TO_REPAIR } from '../command-ipc/doctor.ts'
import { backupsIn, backupTime } from '../copies/backup.ts'
import { verifySmtp } from '../outbox/mail.ts'
import { databaseFile } from '../store/open.ts'

export const command: Command = {
  name: 'doctor',
  usage: 'doctor',
  summary:
    'Revisa configuración, disco, copias, correo, base, resúmenes, crones y tienda, y dice qué hacer con lo que no está bien; entonces termina con código 1. Si el servidor está en marcha, lo hace él.',
  async run(argv, context) {
    if (argv.length > 0) throw usageError('`gondola doctor` no lleva nada más')
    await examine(context)
    return 0
  },
}

/** The backup is nightly and may take some hours. */
const OLDEST_BACKUP_MS = 30 * 3600_000
const LEAST_FREE = 256 * 1024 * 1024

/** Throws a CommandError if something is wrong, after printing all of it. */
async function examine(context: CommandContext): Promise<void> {
  const { config, say } = context
  const findings: Finding[] = [
    {
      state: 'ok',
      message: `Góndola ${VERSION}, Node ${process.versions.node}; la configuración se entiende`,
    },
    diskFinding(config),
    keyFinding(config),
    await backupFinding(config),
    await mailFinding(config),
    ...(await proxyFindings(config)),
  ]
  for (const line of findings.flatMap(findingLines)) say(line)
  const isWell = await examineDatabase(context)
  if (!isWell || findings.some(({ state }) => state === 'failed')) throw new CommandError(TO_REPAIR)
  say('No hay nada que arreglar.')
}

/** False if something is wrong, such as a database that cannot be opened. */
async function examineDatabase(context: CommandContext): Promise<boolean> {
  try {
    await sendCommand({ name: 'doctor' }, context)
    return true
  } catch (error) {
    if (error instanceof CommandError && error.message === TO_REPAIR) return false
    const [message = '', ...more] = plainSentence(error).split('\n')
    for (const line of findingLines({ state: 'failed', message: `base: ${message}` })) context.say(line)
    for (const line of more) context.say(`      ${line}`)
    return false
  }
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576).toLocaleString('es-AR')} MB`

/** A backup needs room for a copy of the database. */
function diskFinding({ dataDir, databaseUrl }: Config): Finding {
  const folder = statfsSync(existsSync(dataDir) ? dataDir : '.')
  const free = folder.bavail * folder.bsize
  const size = databaseUrl ? 0 : (statSync(databaseFile(dataDir), { throwIfNoEntry: false })?.size ?? 0)
  const message = `disco: ${megabytes(free)} libres en ${dataDir}`
  if (free >= LEAST_FREE + size) return ok(message)
  const step = `liberar espacio: la copia de seguridad necesita ${megabytes(LEAST_FREE + size)}`
  return { state: free < LEAST_FREE ? 'failed' : 'warning', message, step }
}

function keyFinding({ databaseUrl, secretKey }: Config): Finding {
  if (secretKey || !databaseUrl)
    return ok(`claves: cifradas con ${secretKey ? 'GONDOLA_SECRET_KEY' : 'secret.key'}`)
  return warning(
    'claves: sin GONDOLA_SECRET_KEY, otro servidor de esta base no puede leerlas',
    'poner la misma GONDOLA_SECRET_KEY en cada servidor',
  )
}

async function backupFinding(config: Config): Promise<Finding> {
  const storage = storageOf(config)
  const step = 'gondola backup; si falla, dice por qué'
  try {
    const newest = (await backupsIn(storage)).at(-1)
    const time = newest === undefined ? undefined : backupTime(newest)
    if (time === undefined) return failed(`copias: no hay en ${storage.place}`, step)
    const state = Date.now() - time.getTime() < OLDEST_BACKUP_MS ? 'ok' : 'failed'
    const message = `copias: la última es ${newest}, en ${storage.place}`
    return state === 'ok' ? { state, message } : { state, message: `${message}: es vieja`, step }
  } catch (error) {
    return failed(`copias: ${plainSentence(error)}`, 'revisar GONDOLA_BACKUP_TO')
  }
}

/** Whether something answers at the address of each proxy. */
async function proxyFindings({ proxy }: Config): Promise<Finding[]> {
  const given = Object.entries({ HTTPS_PROXY: proxy.https, HTTP_PROXY: proxy.http })
  return Promise.all(
    given.flatMap(([name, address]) => (address ? [proxyFinding(name, new URL(address.reveal()))] : [])),
  )
}

async function proxyFinding(name: string, { hostname, port, protocol, host }: URL): Promise<Finding> {
  const socket = connect(Number(port) || (protocol === 'https:' ? 443 : 80), hostname.replace(/^\[|\]$/g, ''))
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(PROXY_MS) })
    return ok(`proxy: ${host} contesta; por él se llega a otros servidores, menos a los de NO_PROXY`)
  } catch {
    return failed(`proxy: no se llega a ${host}`, `revisar ${name}`)
  } finally {
    socket.destroy()
  }
}

const PROXY_MS = 5000

async function mailFinding({ smtpUrl }: Config): Promise<Finding> {
  if (!smtpUrl)
    return warning(
      'correo: sin GONDOLA_SMTP_URL no se mandan correos',
      'ponerla, o dar las contraseñas en persona',
    )
  try {
    await verifySmtp(smtpUrl.reveal())
    return ok('correo: el servidor acepta la conexión y el remitente')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return failed(`correo: ${reason}`, 'revisar GONDOLA_SMTP_URL')
  }
}
