// What messages of a connection reveal about the host: everything to the operator, little to a user who chose it.
import { createServer as createHttp, type RequestListener } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { SourceError } from '#server/ingest/source.ts'
import { freePort } from '../../../scripts/free-port.ts'
import type { ClientOptions } from './client.ts'
import { restShop } from './rest.ts'
import { TEXT } from './text.ts'

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const answering = (answer: RequestListener) => portOf(createHttp(answer))
const json = (status: number, body: unknown) =>
  answering((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })

async function failureAt(
  port: number,
  keysFrom: NonNullable<ClientOptions['keysFrom']>,
): Promise<SourceError> {
  const keys = { key: 'ck_key', secret: 'cs_secret', keysFrom }
  const shop = restShop({ ...keys, url: `http://127.0.0.1:${port}`, attempts: 1, timeoutMs: 400 })
  const error = await shop.currency().then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof SourceError)) throw new Error(`no SourceError: ${error}`)
  return error
}

const NOT_A_STORE = [
  ['a closed port', freePort, 'ECONNREFUSED'],
  ['a port that does not answer', () => portOf(createServer(() => {})), 'no contestó en'],
  [
    'a port that hangs up',
    () => portOf(createServer((socket) => void socket.destroy())),
    'No se pudo conectar',
  ],
  [
    'another protocol',
    () => portOf(createServer((socket) => void socket.end('SSH-2.0\r\n'))),
    'No se pudo conectar',
  ],
  ['a page', () => answering((_, response) => void response.end('<html></html>')), 'página web'],
  ['a redirect', () => answering((_, response) => void response.writeHead(302).end()), 'redirige'],
  ['another API', () => json(200, { version: 2 }), 'no como WooCommerce'],
  ['a refusal', () => json(401, { error: 'who are you' }), 'no acepta las claves'],
  ['a missing page', () => json(404, {}), '404'],
  ['a broken server', () => json(500, {}), '500'],
] as const

test.each(NOT_A_STORE)(
  'a saved connection does not distinguish %s from any other host without a store',
  async (_, open, cause) => {
    const port = await open()
    const { message, cause: kept } = await failureAt(port, 'stored')
    expect(message).toBe(TEXT.noStore)
    expect(kept).toMatchObject({ message: expect.stringContaining(cause) })
  },
)

test.each(NOT_A_STORE.filter(([name]) => name !== 'another API'))(
  'a connection of the environment names the cause of %s',
  async (_, open, cause) => {
    expect((await failureAt(await open(), 'environment')).message).toContain(cause)
  },
)

test('shows what a store itself refuses to everyone', async () => {
  const body = { code: 'woocommerce_rest_cannot_view', message: 'Sorry', data: { status: 401 } }
  expect((await failureAt(await json(401, body), 'stored')).message).toContain('no acepta las claves')
})
