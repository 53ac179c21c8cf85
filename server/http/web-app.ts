// Everything outside /api: the built web application, its hashed files for a year, every other address its first page.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Month } from '#contract/month.ts'
import { answerError } from './error-handler.ts'
import { CallError } from './errors.ts'

const YEAR = 'public, max-age=31536000, immutable'
const CHECK = 'no-cache'

const pathOf = ({ url }: FastifyRequest) => url.split('?')[0] ?? ''

/** An address of the application: no call, no file. */
const isPage = (request: FastifyRequest): boolean => {
  const path = pathOf(request)
  return (
    (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api(\/|$)|assets\/)|\.\w+$/.test(path)
  )
}

/**
 * `root`: the folder of the build; without it (or before a build) only the API answers.
 * `latestMonth` goes along with every page as `Server-Timing: month;desc="YYYY-MM"`, the one header that a page's own script
 * can read: it asks for that month's figures without asking for the month first.
 */
export async function serveWebApp(
  server: FastifyInstance,
  root: string | undefined,
  latestMonth: () => Promise<Month>,
): Promise<void> {
  const built = root !== undefined && existsSync(join(root, 'index.html'))
  if (built) {
    await server.register(fastifyStatic, {
      root,
      wildcard: true,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.startsWith(join(root, 'assets')) ? YEAR : CHECK)
        reply.header('vary', 'accept-encoding')
      },
    })
  }
  if (built) {
    server.addHook('onRequest', async (request, reply) => {
      if (!isPage(request)) return
      // The page stands without it: a database that is away shows inside the page.
      const month = await latestMonth().catch(() => undefined)
      if (month) reply.header('server-timing', `month;desc="${month}"`)
    })
  }
  server.setNotFoundHandler((request, reply) => {
    const page = request.method === 'GET' || request.method === 'HEAD'
    const path = pathOf(request)
    const file = path.startsWith('/api') || path.startsWith('/assets/')
    if (built && page && !file) return reply.header('cache-control', CHECK).sendFile('index.html')
    return answerError(new CallError(404), request, reply)
  })
}
