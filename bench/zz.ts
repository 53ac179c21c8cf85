import { existsSync } from 'node:fs'
import { Client } from './client.ts'
import { ms, percentile } from './figures.ts'
import { gondola, serve } from './processes.ts'

const [, , dir = '', how = ''] = process.argv
if (!existsSync(dir)) {
  const r = await gondola(['demo', '--orders', '1000000', '--months', '24'], dir)
  console.log('demo', r)
}
const server = await serve(dir)
const client = new Client(server.port, server.token)
const dist = server.parameters.dist_id
const paths: Record<string, (m: string) => string> = {
  profile: (m) => `/api/distributors/${dist}/profile?start_date=${m}`,
  opportunities: (m) => `/api/distributors/opportunities?start_date=${m}`,
  oppSummary: (m) => `/api/distributors/opportunities/summary?start_date=${m}`,
  effects: (m) => `/api/benefits/effects?start_date=${m}`,
  service: (m) => `/api/distributors/service?start_date=${m}`,
  serviceSummary: (m) => `/api/distributors/service/summary?start_date=${m}`,
  distribution: (m) => `/api/products/distribution?start_date=${m}`,
  performance: (m) => `/api/benefits/performance?start_date=${m}`,
  rfm: (m) => `/api/customers/rfm?start_date=${m}`,
  cohorts: (m) => `/api/customers/cohorts?start_date=${m}`,
}
if (how === 'warm') await client.get('/bench/find-ahead')
for (const [name, at] of Object.entries(paths)) {
  const first: number[] = []
  const w = await client.get(at(server.months.at(-1)!))
  if (w.status !== 200) {
    console.log(name, w.status)
    continue
  }
  for (const m of server.months.slice(4, -1)) first.push((await client.get(at(m))).milliseconds)
  console.log(
    name.padEnd(16),
    'warm',
    ms(w.milliseconds),
    'p50',
    ms(percentile(first, 0.5)),
    'p95',
    ms(percentile(first, 0.95)),
  )
}
client.close()
await server.stop()
