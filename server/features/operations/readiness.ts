// GET /api/health/ready: whether a load balancer should send calls here. It waits for no other call, and needs no data version.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DataOf } from '#contract/endpoint.ts'
import { readiness } from '#contract/settings.ts'
import { shopReading } from '#server/domain/shop-reading.ts'
import type { App } from '#server/http/app.ts'
import { HttpError } from '#server/http/errors.ts'
import { operationOf, responsesOf } from '#server/http/openapi.ts'
import { envelope } from '#server/http/route.ts'
import { sendUncached } from '#server/http/send-json.ts'
import { type JobFacts, type Parts, probed } from './parts.ts'

const notReady = (path: string, message: string) =>
  new HttpError('unavailable', { errors: [{ path, message }], retryAfter: 1 })

export function readinessRoute({ server, now }: App, parts: Parts): void {
  const read = async (): Promise<DataOf<typeof readiness>> => {
    if (parts.isDraining()) throw notReady('server', 'is stopping')
    const { webRoot } = parts
    if (webRoot !== undefined && !existsSync(join(webRoot, 'index.html')))
      throw notReady('web', 'is not built')
    const reading = Promise.all([parts.jobs.states(), parts.shop.isConnected()])
    const [jobs, isConnected] = await probed(reading).catch(() => [undefined, false] as const)
    if (!jobs) throw notReady('store', 'does not answer')
    const shop = shopReading(jobs, isConnected, now())
    return {
      store: parts.store.isReadOnly() ? 'read-only' : 'ok',
      disk: parts.store.isFull() ? 'full' : 'ok',
      jobs: parts.jobs.health(),
      import: importState(jobs),
      shop: shop === undefined ? 'off' : shop.isLate ? 'late' : 'ok',
      web: webRoot === undefined ? 'off' : 'ok',
    }
  }
  server.get(readiness.path, {
    schema: { response: responsesOf(readiness), ...operationOf(readiness) },
    handler: async (request, reply) =>
      sendUncached(request, reply, envelope(readiness, { data: await read() })),
  })
}

function importState(jobs: readonly JobFacts[]): 'idle' | 'running' | 'failed' {
  const state = jobs.find(({ job_key }) => job_key === 'import')?.state
  if (state === 'runing') return 'running'
  return state === 'failed' ? 'failed' : 'idle'
}
