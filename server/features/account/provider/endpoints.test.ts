// What a provider's document may lead this server to.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isInternal } from '#server/domain/internal-address.ts'
import { configurationOf } from './client.ts'

let more: object
let issuer: string
const server = createServer((_, response) => {
  const document = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    ...more,
  }
  response.setHeader('content-type', 'application/json').end(JSON.stringify(document))
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

/** The provider of this test is on the internet, and a public name resolves to an address inside the network. */
const onTheInternet = async (url: URL) =>
  url.origin !== issuer && (url.hostname === 'innocent.example' || (await isInternal(url)))

let clients = 0
const led = (document: object, lookUp?: typeof onTheInternet) => {
  more = document
  // Discovered documents are kept by client.
  const client = { issuer, client_id: `c${++clients}`, client_secret: '', client_auth: 'auto' } as const
  return configurationOf(client, lookUp)
}

test.each([
  'https://10.0.0.7/token',
  'http://127.0.0.1:6379/',
  'https://[fd00::1]/keys',
  'http://169.254.169.254/',
  'https://innocent.example/keys',
])('a provider on the internet does not lead to %s', async (address) => {
  for (const name of ['token_endpoint', 'jwks_uri', 'userinfo_endpoint', 'authorization_endpoint'])
    await expect(led({ [name]: address }, onTheInternet), name).rejects.toMatchObject({
      status: 502,
      cause: { message: expect.stringContaining('inside the network') },
    })
})

test('a provider inside the network may have its endpoints there, and one outside other hosts outside', async () => {
  await led({ jwks_uri: 'https://10.0.0.8/keys' })
  await led({ jwks_uri: 'https://8.8.8.8/keys' }, onTheInternet)
})
