// The API description as JSON, and a page that shows it without external resources.
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

const file = (name: string) => readFileSync(new URL(`./docs/${name}`, import.meta.url))

const FILES = [
  { url: '/api/docs', name: 'page.html', type: 'text/html; charset=utf-8' },
  { url: '/api/docs/page.js', name: 'page.js', type: 'text/javascript; charset=utf-8' },
  { url: '/api/docs/page.css', name: 'page.css', type: 'text/css; charset=utf-8' },
]

export function serveDocs(server: FastifyInstance): void {
  const schema = { hide: true } as const
  server.get('/api/openapi.json', { schema }, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(server.swagger()),
  )
  for (const { url, name, type } of FILES) {
    const content = file(name)
    server.get(url, { schema }, async (_request, reply) =>
      reply.type(type).header('cache-control', 'no-cache').send(content),
    )
  }
}
