// `where[]=a&where[]=b`, as axios and PHP write a parameter that repeats, is `where=a&where=b`. Otherwise a filter would be ignored
// like any unknown parameter, and the answer be that of everything.
import type { FastifyInstance } from 'fastify'

const BRACKETED = /^([^[\]]+)\[\d*\]$/

export function takeBracketedNames(server: FastifyInstance): void {
  server.addHook('onRequest', async (request) => {
    const query = request.query as Record<string, string | string[]>
    if (!Object.keys(query).some((name) => BRACKETED.test(name))) return
    const plain = new Map<string, string[]>()
    for (const [name, values] of Object.entries(query)) {
      const bare = BRACKETED.exec(name)?.[1] ?? name
      plain.set(bare, [...(plain.get(bare) ?? []), ...[values].flat()])
    }
    request.query = Object.fromEntries(
      [...plain].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
    )
  })
}
