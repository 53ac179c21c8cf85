// A process that sends mails is killed outright at random points and started again, while the mail server is slow, refuses for
// now and breaks off: no mail is lost, and one that arrives twice has the same Message-ID.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openStore, type StoreOptions } from '#server/store/open.ts'
import { sql } from '#server/store/sql.ts'
import { describeEngines } from './engines.ts'
import { type MailServer, type MailTrouble, startMailServer } from './mail-server.ts'
import { NIGHTLY } from './nightly.ts'

const KILLS = NIGHTLY ? 100 : 5
const MAILS_PER_RUN = 12
/** A run is over after about as long. */
const RUN_MS = 250
const TROUBLES: readonly (MailTrouble | undefined)[] = [undefined, 'slow', '451', 'cut', 'cut after data']

interface Run {
  /** Committed messages, until the process ended. */
  readonly written: string[]
  readonly output: () => string
}

/** `killAfter`: milliseconds after the database is open; undefined: never. */
async function run(
  place: StoreOptions,
  server: MailServer,
  [first, count]: readonly [number, number],
  killAfter?: number,
): Promise<Run> {
  const program = fileURLToPath(new URL('./outbox-process.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    [program, JSON.stringify(place), server.url, `${first}`, `${count}`],
    {
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const written: string[] = []
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  createInterface(child.stdout).on('line', (line) => {
    output += `${line}\n`
    if (line.startsWith('mail-')) written.push(line)
    if (line === 'open' && killAfter !== undefined) void pause(killAfter).then(() => child.kill('SIGKILL'))
  })
  await once(child, 'close')
  return { written, output: () => output }
}

/** As if the leases of the dead process had expired, and every pause were over. */
async function hurry(place: StoreOptions): Promise<void> {
  const store = await openStore(place)
  await store.run(sql`
    update outbox set leased_at = leased_at - interval '1 hour', due_at = created_at where state = 'waiting'`)
  await store.close()
}

describeEngines('an outbox whose process is killed', (engine) => {
  test('loses no mail, and repeats one only with its Message-ID', async () => {
    const place = await engine.place()
    const server = await startMailServer()
    const written: string[] = []
    try {
      for (let kill = 0; kill < KILLS; kill++) {
        server.trouble = TROUBLES[kill % TROUBLES.length]
        const mails = [kill * MAILS_PER_RUN, MAILS_PER_RUN] as const
        written.push(...(await run(place, server, mails, Math.random() * RUN_MS)).written)
        await hurry(place)
      }
      server.trouble = undefined
      const last = await run(place, server, [KILLS * MAILS_PER_RUN, 1])
      expect(last.output()).toContain('left 0')
      written.push(...last.written)
      const ids = Map.groupBy(server.received, ({ subject }) => subject)
      expect(written.filter((key) => !ids.has(key))).toEqual([])
      for (const [subject, mails] of ids)
        expect(new Set(mails.map(({ messageId }) => messageId)).size, subject).toBe(1)
      expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(ids.size)
    } finally {
      await server.close()
    }
  }, 900_000)
})
