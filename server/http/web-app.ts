// Everything outside /api: the built web application, its hashed files for a year, every other address its first page.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { answerError } from './error-handler.ts'
import { CallError } from './errors.ts'

const YEAR = 'public, max-age=31536000, immutable'
const CHECK = 'no-cache'

/** `root`: the folder of the build; without it (or before a build) only the API answers. */
export async function serveWebApp(server: FastifyInstance, root: string | undefined): Promise<void> {
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
  server.setNotFoundHandler((request, reply) => {
    const page = request.method === 'GET' || request.method === 'HEAD'
    const path = request.url.split('?')[0] ?? ''
    const file = path.startsWith('/api') || path.startsWith('/assets/')
    if (built && page && !file) return reply.header('cache-control', CHECK).sendFile('index.html')
    return answerError(new CallError(404), request, reply)
  })
}
