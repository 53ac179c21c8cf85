// Whose ID tokens sign somebody in: those that a published key of the provider signed.
import { createPublicKey } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWTPayload, UnsecuredJWT } from 'jose'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { describeOneEngine } from '#test/engines.ts'
import { person, type SignIns, signIns } from '#test/provider-sign-ins.ts'
import { accountByEmail } from '../accounts.ts'
import { CLIENT, signedWith } from './oidc-provider.fixture.ts'

type Sign = (claims: JWTPayload) => Promise<string>

/** For checks in the background on a busy machine. */
const PATIENT = { timeout: 30_000 }

describeOneEngine('signatures of ID tokens', (engine) => {
  let company: SignIns
  let foreign: Awaited<ReturnType<typeof generateKeyPair>>
  beforeAll(async () => {
    company = await signIns(await engine.open())
    await company.configure({ scopes: 'openid email profile offline_access' })
    foreign = await generateKeyPair('RS256', { extractable: true })
  })
  afterEach(() => {
    company.provider.sign = null
  })
  afterAll(() => company.close())

  test.each<[string, 'test' | 'curve', string]>([
    ['RSA', 'test', 'RS256'],
    ['an elliptic curve', 'curve', 'ES256'],
  ])('accepts a published key: %s', async (_, kid, alg) => {
    company.provider.sign = signedWith(company.provider.keys[kid], { alg, kid })
    expect((await company.signInAs(person())).statusCode).toBe(200)
  })

  const wrong: Readonly<Record<string, () => Sign | Promise<Sign>>> = {
    'of another key under the name of a published one': () =>
      signedWith(foreign.privateKey, { alg: 'RS256', kid: 'test' }),
    'of a key that is not published': () => signedWith(foreign.privateKey, { alg: 'RS256', kid: 'otra' }),
    'of a key that the token brings along': async () =>
      signedWith(foreign.privateKey, {
        ...{ alg: 'RS256', kid: 'test' },
        jwk: await exportJWK(foreign.publicKey),
      }),
    'that is missing': () => async (claims) => new UnsecuredJWT(claims).encode(),
    'with the client secret': () =>
      signedWith(new TextEncoder().encode(CLIENT.client_secret), { alg: 'HS256' }),
    'with the public key as a shared secret': async () => {
      const key = createPublicKey({ key: await exportJWK(company.provider.keys.test), format: 'jwk' })
      const pem = key.export({ type: 'spki', format: 'pem' })
      return signedWith(new TextEncoder().encode(String(pem)), { alg: 'HS256', kid: 'test' })
    },
    'over other claims': () => async (claims) => {
      const sign = signedWith(company.provider.keys.test, { alg: 'RS256', kid: 'test' })
      const [head, , signature] = (await sign(claims)).split('.')
      const [, other] = (await sign({ ...claims, groups: ['jefes'] })).split('.')
      return [head, other, signature].join('.')
    },
  }

  test.each(Object.keys(wrong))('refuses a signature %s', async (name) => {
    const pia = person()
    company.provider.sign = await wrong[name]!()
    expect((await company.signInAs(pia)).statusCode).toBe(401)
    expect(await accountByEmail(company.store, String(pia.email))).toBeUndefined()
  })

  test('claims between sign-ins count only with a valid signature', async () => {
    const pia = person()
    const session = await company.tokenOf(pia)
    company.provider.person = { ...pia, groups: ['jefes'] }
    const forged = await wrong['of another key under the name of a published one']!()
    let answers = 0
    company.provider.sign = (claims) => {
      answers++
      return forged(claims)
    }
    const status = async () => (await company.me(session)).status
    company.app.travel(16 * 60)
    await expect.poll(async () => [await status(), answers], PATIENT).toEqual([200, 1])
    // The token that replaced the first one is lost with the answer, so that the next check finds no access.
    company.app.travel(16 * 60)
    await expect.poll(status, PATIENT).toBe(401)
    const changes = await company.app.get('/api/config/audit?action=provider.update', 'superAdmin')
    expect(changes.body).not.toContain(pia.email)
  })
})
