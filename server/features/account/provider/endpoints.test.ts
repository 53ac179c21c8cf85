// What a provider's document may lead this server to.
import { expect, test } from 'vitest'
import { assertOutside } from './client.ts'

const PUBLIC = 'https://9.9.9.9'
const INSIDE = [
  'https://10.0.0.7/token',
  'http://127.0.0.1:6379/',
  'https://[fd00::1]/keys',
  'http://169.254.169.254/',
]
const documentOf = (issuer: string, more: object) => ({ issuer, token_endpoint: `${issuer}/token`, ...more })

test.each(INSIDE)('a provider on the internet does not lead to %s', async (address) => {
  for (const name of ['token_endpoint', 'jwks_uri', 'userinfo_endpoint', 'authorization_endpoint']) {
    const led = assertOutside(new URL(PUBLIC), documentOf(PUBLIC, { [name]: address }))
    await expect(led, name).rejects.toThrow('inside the network')
  }
})

test('a provider inside the network may have its endpoints there, and one outside other hosts outside', async () => {
  const inside = 'https://10.0.0.7'
  await assertOutside(new URL(inside), documentOf(inside, { jwks_uri: 'https://10.0.0.8/keys' }))
  await assertOutside(new URL(PUBLIC), documentOf(PUBLIC, { jwks_uri: 'https://8.8.8.8/keys' }))
})
