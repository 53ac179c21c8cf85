// GET /api/events: server-sent events that name the months whose data changed. One poll of the versions serves all listeners,
// in memory while nothing changes.
import { PassThrough } from 'node:stream'
import { z } from 'zod'
import { type DataChange, EVENTS_PATH } from '#contract/events.ts'
import { isMonth } from '#contract/month.ts'
import { guard } from './access.ts'
import type { App, Versions } from './app.ts'
import { errorResponses, securityOf } from './openapi.ts'
import { isSettled } from './principal.ts'
import { UNTOUCHED } from './untouched.ts'

/** Changes within one interval are one event. */
const POLL_MS = 250
const HEARTBEAT_MS = 25_000
/** Listeners reconnect with their current token, so no stream outlives its token for long. */
const MAX_STREAM_MS = 10 * 60_000
/** After a longer pause a token may have been replaced long ago, and checking it would end its session as stolen. */
const MAX_POLL_DELAY_MS = 10_000

/** What changed in the shop's data between two polls; undefined if nothing did. */
function changeBetween(before: Versions, after: Versions): DataChange | undefined {
  const changed = [...after].filter(([name, { version }]) => before.get(name)?.version !== version)
  const ofShop = changed.filter(([name]) => isMonth(name) || name === 'dimensions')
  const updated_at = ofShop
    .map(([, version]) => version.updated_at)
    .sort()
    .at(-1)
  if (updated_at === undefined) return undefined
  const months = ofShop.flatMap(([name]) => (isMonth(name) ? name : [])).sort()
  return { months, all: ofShop.some(([name]) => name === 'dimensions'), updated_at }
}

const versionOf = (versions: Versions, userId: number) => versions.get(`notices:${userId}`)

/** The change with what concerns only this listener; undefined if nothing does. */
function changeFor(
  userId: number,
  ofShop: DataChange | undefined,
  before: Versions,
  after: Versions,
): DataChange | undefined {
  const own = versionOf(after, userId)
  if (!own || own.version === versionOf(before, userId)?.version) return ofShop
  return { months: [], all: false, updated_at: own.updated_at, ...ofShop, notices: true }
}

interface Listener {
  readonly token: string
  readonly userId: number
}

/** Polls the versions while anybody listens. */
class ChangeFeed {
  readonly #app: App
  readonly #listeners = new Map<PassThrough, Listener>()
  #timer: NodeJS.Timeout | undefined
  #versions: Versions | undefined
  #polledAt = 0

  constructor(app: App) {
    this.#app = app
  }

  listen(listener: Listener, versions: Versions): PassThrough {
    const stream = new PassThrough()
    const heartbeat = setInterval(() => stream.write(': \n\n'), HEARTBEAT_MS)
    const end = setTimeout(() => stream.end(), MAX_STREAM_MS)
    stream.on('close', () => {
      clearInterval(heartbeat)
      clearTimeout(end)
      this.#listeners.delete(stream)
    })
    if (this.#listeners.size === 0) {
      this.#versions = versions
      this.#polledAt = Date.now()
    }
    this.#listeners.set(stream, listener)
    if (this.#timer === undefined) this.#schedule()
    stream.write(': listening\n\n')
    return stream
  }

  close(): void {
    this.#endAll()
    clearTimeout(this.#timer)
  }

  #endAll(): void {
    for (const stream of this.#listeners.keys()) stream.end()
  }

  #schedule(): void {
    this.#timer = setTimeout(async () => {
      // An unavailable store is polled again; listeners stay connected.
      await this.#poll().catch((error: unknown) =>
        this.#app.server.log.warn(error, 'data versions could not be read'),
      )
      if (this.#listeners.size > 0) this.#schedule()
      else this.#timer = undefined
    }, POLL_MS)
  }

  async #poll(): Promise<void> {
    const before = this.#versions
    const isLate = Date.now() - this.#polledAt > MAX_POLL_DELAY_MS
    const now = await this.#app.versions()
    this.#polledAt = Date.now()
    this.#versions = now
    if (!before || before === now) return
    const ofShop = changeBetween(before, now)
    for (const [stream, { userId }] of this.#listeners) {
      const change = changeFor(userId, ofShop, before, now)
      if (change) stream.write(`data: ${JSON.stringify(change)}\n\n`)
    }
    if (before.get('accounts')?.version === now.get('accounts')?.version) return
    if (isLate) return this.#endAll()
    for (const [stream, listener] of this.#listeners)
      if (!(await this.#mayListen(listener, now))) stream.end()
  }

  /** A session may look as somebody else meanwhile. */
  async #mayListen({ token, userId }: Listener, now: Versions): Promise<boolean> {
    return this.#app.authenticate(token, now).then(
      (principal) => isSettled(principal) && principal.userId === userId && !principal.viewer?.ended,
      () => false,
    )
  }
}

const EXAMPLE = 'data: {"months": ["2026-05"], "all": false, "updated_at": "2026-05-31T12:00:00.000Z"}\n\n'

const OPEN = { access: 'session', method: 'GET', forApiTokens: true } as const

const SCHEMA = {
  response: {
    200: {
      description: 'A stream that stays open; each event is one JSON object',
      content: { 'text/event-stream': { schema: z.string().meta({ example: EXAMPLE }) } },
    },
    ...errorResponses({ ...OPEN, path: EVENTS_PATH, monthly: false }),
  },
  ...{
    summary: 'The months whose data changes, as it changes (server-sent events)',
    tags: ['events'],
    operationId: 'getApiEvents',
    security: securityOf(OPEN),
  },
}

export function eventRoutes(app: App): void {
  const feed = new ChangeFeed(app)
  app.server.addHook('preClose', async () => feed.close())
  app.server.get(EVENTS_PATH, {
    onRequest: guard(app, OPEN),
    schema: SCHEMA,
    handler: async (request, reply) => {
      const token = request.headers.authorization?.replace(/^Bearer +/i, '') ?? ''
      return reply
        .headers(UNTOUCHED)
        .header('x-accel-buffering', 'no')
        .type('text/event-stream; charset=utf-8')
        .send(feed.listen({ token, userId: request.principal.userId }, request.versions))
    },
  })
}
