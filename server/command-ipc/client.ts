// Runs a command where the database is: in the server that holds it, otherwise in this process.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#server/config/config.ts'
import { backupWriter } from '#server/start/backups.ts'
import { type CommandContext, CommandError } from '#server/terminal/command.ts'
import { openJobs } from '../ingest/jobs/jobs.ts'
import { openConnection } from '../shop/connection.ts'
import { shopService } from '../shop/shop-service.ts'
import { webhookRestarter } from '../shop/webhook-service.ts'
import { StoreError } from '../store/errors.ts'
import type { Store } from '../store/store.ts'
import type { Output } from './deps.ts'
import { executeCommand, type IpcCommand } from './execute.ts'
import { decodeMessage, encode, socketPath } from './protocol.ts'

/** How long another process may keep the database locked before it listens on its socket or exits. */
const LOCK_TIMEOUT_MS = 10_000
const RETRY_MS = 250

const INTERRUPTED_EXIT_CODE = 130

const TEXT = {
  continues:
    'el servidor sigue con el trabajo: se mira con `gondola job list` o en la pantalla Crones; si se detiene el servidor, lo hecho queda y la próxima vez sigue desde ahí',
  serverStopped: 'el servidor se detuvo; lo hecho hasta ahí queda',
}

/** Returns the exit code. Throws a CommandError if the command failed. */
export async function sendCommand(command: IpcCommand, context: CommandContext): Promise<number> {
  const deadline = Date.now() + LOCK_TIMEOUT_MS
  for (;;) {
    if (await sendToServer(command, context)) return 0
    try {
      await runHere(command, context)
      return 0
    } catch (error) {
      const isLocked = error instanceof StoreError && error.code === 'locked'
      if (!isLocked || Date.now() >= deadline) throw error
      await sleep(RETRY_MS)
    }
  }
}

const runHere = (command: IpcCommand, context: CommandContext): Promise<void> => {
  const run = async (store: Store) => {
    const { timeZone, publicUrl } = context.config
    const now = () => new Date()
    const connection = openConnection(store, context.config)
    const { openSource, isConnected } = connection
    const writeBackup = backupWriter(store, context.config)
    const restartWebhooks = webhookRestarter(store, connection, publicUrl)
    const jobs = await openJobs({
      writeBackup,
      openSource,
      isConnected,
      restartWebhooks,
      store,
      timeZone,
      now,
    })
    const shop = shopService({ store, connection, jobs, timeZone, publicUrl })
    await executeCommand(command, { store, jobs, shop, timeZone, now, serving: false }, context)
  }
  return context.withStore(run)
}

/**
 * Returns false if no server holds the data folder. With PostgreSQL it always does: commands connect to the database
 * next to the servers. Throws a CommandError if the command failed, or if Ctrl+C ended the display of its progress.
 */
export async function sendToServer(
  command: IpcCommand,
  { config, progress, say }: Output & { readonly config: Config },
): Promise<boolean> {
  if (config.databaseUrl !== undefined) return false
  const socket = await connectTo(socketPath(config.dataDir))
  if (socket === undefined) return false
  const lines = createInterface({ input: socket })
  socket.once('close', () => lines.close())
  let interrupted = false
  const interrupt = () => {
    interrupted = true
    socket.destroy()
  }
  process.once('SIGINT', interrupt)
  try {
    socket.write(encode(command))
    for await (const line of lines) {
      const message = decodeMessage(line)
      if (message?.type === 'line') say(message.text)
      if (message?.type === 'step') progress.start(message.label, message.total)
      if (message?.type === 'advance') progress.advance(message.count)
      if (message?.type === 'done') progress.done()
      if (message?.type !== 'exit') continue
      if (message.code !== 0) throw new CommandError(message.message, message.code)
      return true
    }
  } catch (error) {
    // Any other error is that of a broken connection.
    if (error instanceof CommandError) throw error
  } finally {
    process.off('SIGINT', interrupt)
    socket.destroy()
  }
  progress.done()
  if (interrupted) throw new CommandError(TEXT.continues, INTERRUPTED_EXIT_CODE)
  throw new CommandError(TEXT.serverStopped)
}

/** Undefined if no server listens, or it was killed. */
async function connectTo(path: string): Promise<Socket | undefined> {
  const socket = connect(path)
  // An error also closes the socket, which ends the reading of its lines.
  socket.on('error', () => {})
  try {
    await once(socket, 'connect')
    return socket
  } catch {
    return undefined
  }
}
