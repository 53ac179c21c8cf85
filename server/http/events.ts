// GET /api/events: tells whoever listens which months' data moved, as server-sent events. One look at the versions serves
// all listeners: on DuckDB it costs nothing while this process writes nothing, on PostgreSQL one small query a second.
import { PassThrough } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type DataChange, EVENTS_PATH } from '#contract/events.ts'
import { isMonth } from '#contract/month.ts'
import { guard } from './access.ts'
import type { App, Versions } from './app.ts'
import { errorResponses } from './openapi.ts'

/** Changes within one look are one event. */
const LOOK_MS = { duckdb: 250, postgres: 1000 } as const
const HEARTBEAT_MS = 25_000
/** A listener comes back with the token it has by then, so no stream outlives its token for long. */
const LONGEST_MS = 10 * 60_000
/** After a longer pause a token may have been renewed long ago, and showing the old one would end its session. */
const TOO_LATE_MS = 10_000

interface Listener {
  readonly stream: PassThrough
  readonly token: string
}

/** What moved between two looks; nothing when no data of the shop did. */
function changeBetween(before: Versions, after: Versions): DataChange | undefined {
  const moved = [...after].filter(([name, { version }]) => before.get(name)?.version !== version)
  const ofShop = moved.filter(([name]) => isMonth(name) || name === 'dimensions')
  const updated_at = ofShop
    .map(([, version]) => version.updated_at)
    .sort()
    .at(-1)
  if (updated_at === undefined) return undefined
  const months = ofShop.flatMap(([name]) => (isMonth(name) ? name : [])).sort()
  return { months, all: ofShop.some(([name]) => name === 'dimensions'), updated_at }
}

export function eventRoutes(app: App): void {
  const listeners = new Set<Listener>()
  let timer: NodeJS.Timeout | undefined
  let seen: Versions | undefined
  let lookedAt = 0

  const tell = (text: string) => {
    for (const { stream } of listeners) stream.write(text)
  }
  const endAll = () => {
    for (const { stream } of listeners) stream.end()
  }

  async function look(): Promise<void> {
    const [before, late] = [seen, Date.now() - lookedAt > TOO_LATE_MS]
    const now = await app.versions()
    lookedAt = Date.now()
    seen = now
    if (!before || before === now) return
    const change = changeBetween(before, now)
    if (change) tell(`data: ${JSON.stringify(change)}\n\n`)
    if (before.get('accounts')?.version === now.get('accounts')?.version) return
    if (late) return endAll()
    for (const { stream, token } of listeners) {
      await app.authenticate(token, now).catch(() => stream.end())
    }
  }

  function lookAgain(): void {
    timer = setTimeout(async () => {
      // A store that does not answer now is asked again; who listens notices nothing.
      await look().catch((error: unknown) => app.server.log.warn(error, 'changes could not be read'))
      if (listeners.size > 0) lookAgain()
      else timer = undefined
    }, LOOK_MS[app.store.engine])
  }

  function listen(request: FastifyRequest): PassThrough {
    const stream = new PassThrough()
    const token = request.headers.authorization?.replace(/^Bearer +/i, '') ?? ''
    const listener = { stream, token }
    const heartbeat = setInterval(() => stream.write(': \n\n'), HEARTBEAT_MS)
    const ending = setTimeout(() => stream.end(), LONGEST_MS)
    stream.on('close', () => {
      clearInterval(heartbeat)
      clearTimeout(ending)
      listeners.delete(listener)
    })
    if (listeners.size === 0) {
      seen = request.versions
      lookedAt = Date.now()
    }
    listeners.add(listener)
    if (timer === undefined) lookAgain()
    stream.write(': listening\n\n')
    return stream
  }

  app.server.addHook('preClose', async () => {
    endAll()
    clearTimeout(timer)
  })

  app.server.get(EVENTS_PATH, {
    onRequest: guard(app, 'session'),
    schema: {
      response: {
        200: {
          description: 'A stream that stays open; each event is one JSON object',
          content: {
            'text/event-stream': {
              schema: z.string().meta({
                example:
                  'data: {"months": ["2026-05"], "all": false, "updated_at": "2026-05-31T12:00:00.000Z"}\n\n',
              }),
            },
          },
        },
        ...errorResponses({ access: 'session', path: EVENTS_PATH, method: 'GET', monthly: false }),
      },
      ...{
        summary: 'Which months’ data moved, as it moves (server-sent events)',
        tags: ['events'],
        operationId: 'getApiEvents',
        security: [{ accessToken: [] }],
      },
    },
    handler: async (request, reply) =>
      reply
        .header('cache-control', 'no-store')
        .header('x-accel-buffering', 'no')
        .type('text/event-stream; charset=utf-8')
        .send(listen(request)),
  })
}
