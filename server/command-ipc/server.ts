// Executes terminal commands inside the server, the only process that can open the embedded database.
import { once } from 'node:events'
import { chmod, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { CommandError } from '#server/terminal/command.ts'
import { exitCodeOf, plainSentence } from '#server/terminal/failures.ts'
import type { CommandDeps } from './deps.ts'
import { executeCommand, ipcCommandSchema } from './execute.ts'
import { encode, type Message, socketPath } from './protocol.ts'

export interface CommandServer {
  close(): Promise<void>
}

/** Access control is the file system's: only the owner of the data folder can open the socket. */
export async function startCommandServer(
  dataDir: string,
  deps: Omit<CommandDeps, 'serving'>,
): Promise<CommandServer> {
  const path = socketPath(dataDir)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    // The command continues after its terminal disconnects.
    socket.on('error', () => {})
    createInterface({ input: socket }).once('line', (line) =>
      execute(line, socket, { ...deps, serving: true }),
    )
  })
  const isFile = process.platform !== 'win32'
  // This process holds the database lock, so an existing socket is the leftover of a killed server.
  if (isFile) await rm(path, { force: true })
  server.listen(path)
  await once(server, 'listening')
  if (isFile) await chmod(path, 0o600)
  server.unref()
  return {
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** As after an upgrade without a restart. */
const OTHER_VERSION =
  'el servidor en marcha es de otra versión y no entiende este comando: instalar la misma versión y reiniciarlo'

async function execute(line: string, socket: Socket, deps: CommandDeps): Promise<void> {
  const send = (message: Message) => void (socket.writable && socket.write(encode(message)))
  try {
    const command = ipcCommandSchema.safeParse(JSON.parse(line))
    if (!command.success) throw new CommandError(OTHER_VERSION)
    await executeCommand(command.data, deps, {
      say: (text) => send({ type: 'line', text }),
      progress: {
        start: (label, total) => send({ type: 'step', label, total }),
        advance: (count) => send({ type: 'advance', count }),
        done: () => send({ type: 'done' }),
      },
    })
    send({ type: 'exit', code: 0, message: '' })
  } catch (error) {
    send({ type: 'exit', code: exitCodeOf(error), message: plainSentence(error) })
  }
  socket.end()
}
