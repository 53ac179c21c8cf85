// Serves the built web application outside /api, and its page for every unknown path.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Month } from '#contract/month.ts'
import { answerError } from './error-handler.ts'
import { HttpError } from './errors.ts'
import { matchesTag } from './send-json.ts'

const YEAR = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'

/** Tags from the contents of files, each read once while it stays the same. */
function contentTags() {
  const known = new Map<string, { readonly file: string; readonly tag: string }>()
  return (path: string, { ino, size, ctimeMs }: Stats): string => {
    const file = `${ino} ${size} ${ctimeMs}`
    const last = known.get(path)
    if (last?.file === file) return last.tag
    const tag = `"${createHash('sha256').update(readFileSync(path)).digest('base64url').slice(0, 27)}"`
    known.set(path, { file, tag })
    return tag
  }
}

/**
 * `root`: the folder of the build; without it (or before a build) only the API is served.
 * Every page has `latestMonth` as `Server-Timing: month;desc="YYYY-MM"`, the only response header that a page's own script can
 * read, so that it can request the figures of that month at once.
 */
export async function serveWebApp(
  server: FastifyInstance,
  root: string | undefined,
  latestMonth: () => Promise<Month>,
): Promise<void> {
  const built = root !== undefined && existsSync(join(root, 'index.html'))
  if (built) {
    const tagged = new WeakMap<FastifyReply, string>()
    const tagOf = contentTags()
    server.addHook('onSend', async (request, reply, payload) => {
      const tag = tagged.get(reply)
      if (!tag || reply.statusCode !== 200 || !matchesTag(request.headers['if-none-match'], tag))
        return payload
      // Its file may be gone by now, as in an update; an error that nothing hears ends the process.
      if (payload instanceof Readable) payload.on('error', () => {}).destroy()
      reply.status(304).removeHeader('content-length')
      return ''
    })
    await server.register(fastifyStatic, {
      root,
      wildcard: true,
      // '/' is served below, like every page.
      index: false,
      preCompressed: true,
      cacheControl: false,
      // Those of the library come from size and date, and npm gives all files the same date.
      etag: false,
      lastModified: false,
      setHeaders: (reply, path, stat) => {
        tagged.set(reply, tagOf(path, stat))
        reply.header('etag', tagOf(path, stat))
        reply.header('cache-control', path.startsWith(join(root, 'assets')) ? YEAR : REVALIDATE)
        reply.header('vary', 'accept-encoding')
      },
    })
  }
  const sendPage = async (reply: FastifyReply) => {
    // Optional: without the database, the page itself shows that it is unavailable.
    const month = await latestMonth().catch(() => undefined)
    if (month) reply.header('server-timing', `month;desc="${month}"`)
    return reply.header('cache-control', REVALIDATE).sendFile('index.html')
  }
  if (built) server.get('/', { schema: { hide: true } }, (_, reply) => sendPage(reply))
  server.setNotFoundHandler(async (request, reply) => {
    const page = request.method === 'GET' || request.method === 'HEAD'
    const path = request.url.split('?')[0] ?? ''
    const file = /^\/(api|assets\/|\.well-known\/)/.test(path)
    if (built && page && !file) return sendPage(reply)
    answerError(new HttpError('not-found'), request, reply)
    return reply
  })
}
