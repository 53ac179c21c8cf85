// `npm run dev`: Vite serves modules and forwards calls to the server.
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from './root.ts'

const api = createHttpServer((request, response) => response.end(`asked for ${request.url}`))
let web: Awaited<ReturnType<typeof createServer>>
let address: string

const portOf = (place: AddressInfo | string | null | undefined) =>
  typeof place === 'object' ? place?.port : undefined

beforeAll(async () => {
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  process.env.GONDOLA_API = `http://127.0.0.1:${portOf(api.address())}`
  web = await createServer({
    configFile: join(ROOT, 'vite.config.ts'),
    root: join(ROOT, 'web'),
    server: { host: '127.0.0.1', port: 0, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    logLevel: 'silent',
  })
  await web.listen()
  address = `http://127.0.0.1:${portOf(web.httpServer?.address())}`
})
afterAll(async () => {
  await web?.close()
  api.close()
})

test('serves modules of web/api and forwards calls of /api', async () => {
  const module = await fetch(`${address}/api/session.ts`)
  expect(module.headers.get('content-type')).toContain('javascript')
  const call = await fetch(`${address}/api/reports/users/mail-list?page=2`)
  expect(await call.text()).toBe('asked for /api/reports/users/mail-list?page=2')
})
