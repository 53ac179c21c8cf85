// A company's proxy, as the only way out: what goes through it, what does not, and what is blamed.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { parseS3, s3Storage } from '#server/copies/s3-storage.ts'
import { proxyTo, tunnel } from '#server/domain/proxy.ts'
import { InternalAddress, post } from '#server/outbox/http-post.ts'
import { smtpMailer, verifySmtp } from '#server/outbox/mail.ts'
import { wooCommerceClient } from '#server/sources/woocommerce/client.ts'
import { applyProxy } from '#server/terminal/command.ts'

/** Hosts that the proxy was asked for. */
let asked: string[] = []
let proxy: Server
let local: Server
let stop: () => void
const portOf = (server: Server) => {
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

beforeAll(async () => {
  proxy = createServer().on('connect', (request, socket) => {
    asked.push(String(request.url))
    expect(request.headers['proxy-authorization']).toBe(`Basic ${btoa('ana:clave')}`)
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  local = createServer((_request, response) => response.end('here'))
  for (const server of [proxy, local]) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  const config = readConfig({
    https_proxy: `http://ana:clave@127.0.0.1:${portOf(proxy)}`,
    HTTP_PROXY: `http://ana:clave@127.0.0.1:${portOf(proxy)}`,
    NO_PROXY: 'intranet.example, .direct.example',
  })
  expect(JSON.stringify(config)).not.toContain('clave')
  stop = applyProxy(config)
})
beforeEach(() => {
  asked = []
})
afterAll(() => {
  stop()
  proxy.close()
  local.close()
})

test('the shop is asked for through the proxy, which is named where it refuses', async () => {
  const client = wooCommerceClient({ url: 'https://tienda.example', key: 'k', secret: 's', attempts: 1 })
  const failing = client.get('orders').catch((error: Error) => error.message)
  expect(await failing).toMatch(/tienda\.example por el proxy 127\.0\.0\.1:\d+ .*HTTPS_PROXY.*NO_PROXY/)
  expect(await failing).not.toMatch(/clave|revisá la dirección de la tienda/)
  expect(new Set(asked)).toEqual(new Set(['tienda.example:443']))
})

test('backups in S3 and mail go through it', async () => {
  const address = parseS3('s3://clave:secreto@s3.example.com/cubo')
  await expect(s3Storage(address!).list()).rejects.toThrow()
  expect(asked).toContain('s3.example.com:443')
  const url = 'smtp://ventas%40example.com:x@mail.example.com?from=ventas@example.com'
  await expect(verifySmtp(url)).rejects.toThrow()
  await expect(
    smtpMailer(url)({ ref: 'a', to: 'ana@example.com', subject: 'a', text: 'a' }),
  ).rejects.toThrow()
  expect(asked.filter((host) => host === 'mail.example.com:587')).toHaveLength(2)
})

test('webhooks never reach this network through it', async () => {
  const body = { body: '{}', headers: {} }
  for (const host of ['127.0.0.1', 'localhost', '10.1.2.3', '[::1]', '169.254.169.254'])
    await expect(
      post({ ...body, url: new URL(`https://${host}/hook`), allowsInternal: false }),
    ).rejects.toThrow(InternalAddress)
  // Of a name that this machine cannot look up, nobody knows where the proxy would take it.
  await expect(
    post({ ...body, url: new URL('https://inside.invalid/hook'), allowsInternal: false }),
  ).rejects.toThrow()
  expect(asked).toEqual([])
  await expect(
    post({ ...body, url: new URL('https://203.0.113.9/hook'), allowsInternal: false }),
  ).rejects.toThrow()
  expect(asked).toEqual(['203.0.113.9:443'])
})

test('this machine and the hosts of NO_PROXY are reached directly', async () => {
  for (const host of ['127.0.0.1', 'localhost'])
    expect(await (await fetch(`http://${host}:${portOf(local)}/`)).text()).toBe('here')
  for (const host of ['intranet.example', 'a.intranet.example', 'b.direct.example', 'localhost'])
    expect(proxyTo(host)).toBeUndefined()
  expect(proxyTo('notintranet.example')?.port).toBe(String(portOf(proxy)))
  expect(asked).toEqual([])
})

test('a proxy that says nothing is named, and its connection closed', async () => {
  const silent = createServer().on('connect', (_request, socket) => socket.resume())
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = new URL(`http://127.0.0.1:${portOf(silent)}`)
  const connected = once(silent, 'connection')
  const failing = tunnel(address, 'smtp.example.com', 465, 100).catch((error: Error) => error.message)
  const [socket] = (await connected) as [Socket]
  const ended = once(socket, 'end')
  expect(await failing).toBe(`el proxy ${address.host} no contesta`)
  await ended
  socket.destroy()
  silent.close()
})
