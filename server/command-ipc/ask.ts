// The command's end of the hand-over: to the server that has the database, or done by the command itself where none has it.
// May import everything on the server's side.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { type CommandContext, CommandError } from '../command.ts'
import type { Config } from '../config.ts'
import { openJobs } from '../ingest/jobs/jobs.ts'
import { connectionOf, jobsDeps } from '../jobs-deps.ts'
import { shopService } from '../shop/service.ts'
import { StoreError } from '../store/errors.ts'
import { COMMAND_IPC_FILE, sealCommand } from './serve.ts'
import { type IpcCommand, type Output, runCommand } from './work.ts'

/** A server that starts, or another command, has the database for a moment. */
const PATIENCE_MS = 10_000
const LOOK_MS = 250

/** By the server that has the database, else here. Gives the exit code. */
export async function sendCommand(work: IpcCommand, context: CommandContext): Promise<number> {
  for (const deadline = Date.now() + PATIENCE_MS; ; ) {
    if (await handOver(work, context)) return 0
    try {
      return await doHere(work, context)
    } catch (error) {
      const isHeld = error instanceof StoreError && error.code === 'locked'
      if (!isHeld || Date.now() >= deadline) throw error
      await sleep(LOOK_MS)
    }
  }
}

const doHere = (work: IpcCommand, context: CommandContext): Promise<number> =>
  context.withStore(async (store) => {
    const now = () => new Date()
    const { timeZone, publicUrl } = context.config
    const connection = connectionOf(store, context.config)
    const setting = jobsDeps(context.config, connection)
    const jobs = await openJobs({ ...setting, store, timeZone, now })
    const { mappingFile } = setting
    const shop = shopService({ store, connection, jobs, timeZone, publicUrl, mappingFile })
    await runCommand(work, { store, jobs, shop, timeZone, now, serving: false }, context)
    return 0
  })

const place = z.object({ port: z.int().min(1).max(65_535), secret: z.string() })

const message = z.object({
  say: z.string().optional(),
  start: z.string().optional(),
  total: z.number().optional(),
  advance: z.number().optional(),
  done: z.boolean().optional(),
  exit: z.int().optional(),
  message: z.string().optional(),
})

/** Ctrl+C ends the telling alone. */
const GOES_ON =
  'el servidor sigue con el trabajo: se mira con `gondola job list` o en la pantalla Crones; si se detiene el servidor, lo hecho queda y la próxima vez sigue desde ahí'

/** A shell's code for what Ctrl+C ended. */
const INTERRUPTED = 130

/**
 * False: no server has the data folder, or none alone: PostgreSQL serves a terminal beside its servers, an embedded
 * database has one process. Throws how the work ended when it did not end well.
 */
export async function handOver(
  work: IpcCommand,
  telling: Output & { readonly config: Config },
): Promise<boolean> {
  const { dataDir, databaseUrl } = telling.config
  if (databaseUrl !== undefined) return false
  const text = await readFile(join(dataDir, COMMAND_IPC_FILE), 'utf8').catch(() => undefined)
  const found = text === undefined ? undefined : parsed(place, text)
  if (!found) return false
  const leaving = new AbortController()
  const leave = () => leaving.abort()
  process.once('SIGINT', leave)
  try {
    const response = await fetch(`http://127.0.0.1:${found.port}/`, {
      method: 'POST',
      body: sealCommand(work, found.secret),
    }).catch(() => undefined)
    // A file that a killed server left behind: nobody listens there, or somebody else does.
    if (!response?.ok || !response.body) return false
    for await (const line of linesOf(response.body, leaving.signal))
      if (told(parsed(message, line), telling)) return true
  } finally {
    process.off('SIGINT', leave)
  }
  telling.progress.done()
  if (leaving.signal.aborted) throw new CommandError(GOES_ON, INTERRUPTED)
  throw new CommandError('el servidor se detuvo; lo hecho hasta ahí queda')
}

/** Ends where the connection ends, also when that breaks: the last line says whether the work came to its end. */
async function* linesOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  leaving: AbortSignal,
): AsyncGenerator<string, void> {
  let rest = ''
  const parts = body.pipeThrough(new TextDecoderStream()).getReader()
  const leave = () => void parts.cancel().catch(() => {})
  if (leaving.aborted) leave()
  else leaving.addEventListener('abort', leave)
  for (;;) {
    const { done, value = '' } = await parts.read().catch(() => ({ done: true, value: '' }))
    if (done) return
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

/** True at the end of the work. */
function told(said: z.output<typeof message> | undefined, { say, progress }: Output): boolean {
  if (said?.say !== undefined) say(said.say)
  if (said?.start !== undefined) progress.start(said.start, said.total)
  if (said?.advance !== undefined) progress.advance(said.advance)
  if (said?.done) progress.done()
  if (said?.exit === undefined) return false
  if (said.exit !== 0) throw new CommandError(said.message ?? '', said.exit)
  return true
}

function parsed<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
