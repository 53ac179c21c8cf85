// JSON lines between a terminal and the server that has the embedded database open, over a socket in the data folder.
import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { z } from 'zod'

export const SOCKET_NAME = 'command.sock'

/** Windows has no socket files; its named pipes accept commands from the same user only. */
export function socketPath(dataDir: string): string {
  if (process.platform !== 'win32') return resolve(dataDir, SOCKET_NAME)
  return `\\\\.\\pipe\\gondola-${createHash('sha256').update(resolve(dataDir)).digest('hex')}`
}

const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('line'), text: z.string() }),
  z.object({ type: z.literal('step'), label: z.string(), total: z.number().optional() }),
  z.object({ type: z.literal('advance'), count: z.number() }),
  z.object({ type: z.literal('done') }),
  z.object({ type: z.literal('exit'), code: z.int(), message: z.string() }),
])
/** Messages from the server while a command runs; `exit` is the last one. */
export type Message = z.output<typeof messageSchema>

export const encode = (value: object): string => `${JSON.stringify(value)}\n`

/** Undefined for a line that was cut off. */
export function decodeMessage(line: string): Message | undefined {
  try {
    return messageSchema.parse(JSON.parse(line))
  } catch {
    return undefined
  }
}
