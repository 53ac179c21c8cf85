// The server's end of the hand-over: it has the embedded database, so commands hand their work to it. A port of this
// machine alone, guarded by a secret that only who may read the data folder knows. May import everything on the server's side.
import { randomBytes } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { CommandError } from '../command.ts'
import { deriveKey, seal, unseal } from '../shop/sealed.ts'
import { type CommandDeps, type IpcCommand, ipcCommandSchema, runCommand } from './work.ts'

export interface CommandServer {
  close(): Promise<void>
}

/** Name of the file in the data folder that says where the server takes work. */
export const COMMAND_IPC_FILE = 'handover.json'

const MOST_BYTES = 10_000

const BEAT_MS = 30_000

const PURPOSE = 'handover'

/** Only who knows the secret can make it and read it: a stranger at the port of a dead server learns nothing. */
export const sealCommand = (work: IpcCommand, secret: string): string =>
  seal(deriveKey(secret), PURPOSE, JSON.stringify(work))

export async function startCommandServer(
  dataDir: string,
  app: Omit<CommandDeps, 'serving'>,
): Promise<CommandServer> {
  const secret = randomBytes(32).toString('hex')
  const worker: CommandDeps = { ...app, serving: true }
  const server = createServer((request, response) => {
    take(request, response, secret, worker).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  server.unref()
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0
  const file = join(dataDir, COMMAND_IPC_FILE)
  const text = JSON.stringify({ port, secret })
  // Never seen half written, nor by others.
  await writeFile(`${file}.new`, text, { mode: 0o600 })
  await rename(`${file}.new`, file)
  return {
    async close() {
      const now = await readFile(file, 'utf8').catch(() => '')
      if (now === text) await rm(file, { force: true })
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function take(
  request: IncomingMessage,
  response: ServerResponse,
  secret: string,
  worker: CommandDeps,
): Promise<void> {
  const text = unseal(deriveKey(secret), PURPOSE, await bodyOf(request))
  if (text === undefined) {
    response.writeHead(403).end()
    return
  }
  const work = ipcCommandSchema.safeParse(JSON.parse(text))
  if (!work.success) {
    response.writeHead(400).end()
    return
  }
  response.writeHead(200, { 'content-type': 'application/x-ndjson' }).flushHeaders()
  const tell = (message: object) => void response.write(`${JSON.stringify(message)}\n`)
  const progress = {
    start: (label: string, total?: number) =>
      tell({ start: label, ...(total === undefined ? {} : { total }) }),
    advance: (count: number) => tell({ advance: count }),
    done: () => tell({ done: true }),
  }
  // Work that is long silent is not taken for a dead server.
  const beat = setInterval(tell, BEAT_MS, {})
  try {
    await runCommand(work.data, worker, { say: (line) => tell({ say: line }), progress })
    tell({ exit: 0 })
  } catch (error) {
    const told = error instanceof CommandError ? error : new CommandError(String(error))
    tell({ exit: told.exitCode, message: told.message })
  } finally {
    clearInterval(beat)
  }
  response.end()
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request.setEncoding('utf8')) {
    text += part
    if (text.length > MOST_BYTES) return ''
  }
  return text
}
