// A tunnel through a proxy that passes on what the host says first.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { tunnel } from './proxy.ts'

test('the greeting of a mail server arrives, also in one packet with the answer of the proxy', async () => {
  const proxy = createServer((socket) => {
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\n\r\n220 smtp.example ready\r\n'))
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  const socket = await tunnel(new URL(`http://127.0.0.1:${port}`), 'smtp.example', 587)
  const [greeting] = await once(socket, 'data')
  expect(String(greeting)).toBe('220 smtp.example ready\r\n')
  socket.destroy()
  proxy.close()
})
