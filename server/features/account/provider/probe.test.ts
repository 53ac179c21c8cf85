// What a test of the settings finds out about providers that answer in their own ways, and what a trial sign-in shows.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACCOUNTS, signIn } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { person, REDIRECT, type SignIns, signIns } from '#test/provider-sign-ins.ts'
import { accountByEmail } from '../accounts.ts'
import { probe } from './probe.ts'

interface Reply {
  readonly status: number
  readonly location?: string
  readonly body?: object
}

/** A provider that answers these; by default as one that knows the client and the address. */
interface Ways {
  readonly document?: Reply
  readonly token?: Reply
  readonly authorize?: (asked: URLSearchParams) => Reply
}

let ways: Ways = {}
let issuer = ''
const answerOf = ({ url = '' }: IncomingMessage): Reply => {
  const { pathname, searchParams } = new URL(url, issuer)
  if (pathname === '/token') return ways.token ?? { status: 400, body: { error: 'invalid_grant' } }
  if (pathname === '/auth')
    return ways.authorize?.(searchParams) ?? back(searchParams.get('redirect_uri'), 'login_required')
  const endpoints = { authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` }
  return ways.document ?? { status: 200, body: { issuer, ...endpoints } }
}
const back = (to: string | null, error: string): Reply => ({ status: 302, location: `${to}?error=${error}` })

const server = createServer((request, response) => {
  const { status, location, body = {} } = answerOf(request)
  response.writeHead(status, { 'content-type': 'application/json', ...(location && { location }) })
  response.end(JSON.stringify(body))
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const CLIENT = { client_id: 'c', client_secret: 's', client_auth: 'post' } as const
const onTheInternet = async () => false
const probed = (given: Ways) => {
  ways = given
  return probe({ issuer, ...CLIENT }, REDIRECT, onTheInternet)
}

test('an address inside the network is unreachable, after the same time, whether its port is open or closed', async () => {
  ways = { document: { status: 404 } }
  const rests: number[] = []
  const rest = async (milliseconds: number) => void rests.push(milliseconds)
  for (const address of [issuer, 'http://127.0.0.1:3'])
    expect(await probe({ issuer: address, ...CLIENT }, REDIRECT, undefined, rest)).toEqual({
      problem: 'unreachable',
      knows_address: false,
    })
  expect(rests.map((milliseconds) => milliseconds > 0)).toEqual([true, true])
  await probe({ issuer, ...CLIENT }, REDIRECT, onTheInternet, rest)
  expect(rests).toHaveLength(2)
})

test.each<[string, Ways, object]>([
  ['knows client and address', {}, { problem: null, knows_address: true }],
  ['answers 503', { document: { status: 503 } }, { problem: 'unavailable' }],
  ['answers 404', { document: { status: 404 } }, { problem: 'not_a_provider' }],
  [
    'has another word for a wrong code',
    { token: { status: 403, body: { error: 'invalid_code' } } },
    { problem: null, knows_address: true },
  ],
  ['answers a wrong code with 500', { token: { status: 500 } }, { problem: null }],
  [
    'does not know the client',
    { token: { status: 401, body: { error: 'invalid_client' } } },
    { problem: 'client' },
  ],
  ['shows an error page of its own', { authorize: () => ({ status: 400 }) }, { problem: 'redirect_uri' }],
  [
    'shows its sign-in to everybody',
    { authorize: () => ({ status: 200 }) },
    { problem: null, knows_address: false },
  ],
  [
    'answers 401 with its sign-in',
    { authorize: () => ({ status: 401 }) },
    { problem: null, knows_address: false },
  ],
  [
    'refuses unknown addresses on a page of its own and shows a sign-in for others',
    {
      authorize: (asked) =>
        asked.get('redirect_uri') === REDIRECT
          ? { status: 302, location: '/login' }
          : { status: 302, location: '/error?error=redirect_mismatch' },
    },
    { problem: null, knows_address: true },
  ],
  [
    'leads every address to its error page',
    { authorize: () => ({ status: 302, location: '/error?error=redirect_mismatch' }) },
    { problem: null, knows_address: false },
  ],
  [
    'refuses PKCE, which its document does not offer',
    { authorize: (asked) => back(asked.get('redirect_uri'), 'invalid_request') },
    { problem: 'pkce' },
  ],
])('a provider that %s', async (_, given, expected) => {
  expect(await probed(given)).toMatchObject(expected)
})

describeOneEngine('trial sign-in', (engine) => {
  let company: SignIns
  beforeAll(async () => {
    company = await signIns(await engine.open())
  })
  afterAll(() => company.close())

  const tried = async (who: ReturnType<typeof person> | null) => {
    const session = await signIn(company.app, ACCOUNTS.superAdmin)
    return company.signInFrom(session, '/api/config/provider/trial', who)
  }
  const trialOf = async (who: ReturnType<typeof person>) => (await tried(who)).json().data.trial

  test('shows the claims, the role and the refresh token, and changes nothing', async () => {
    // Also before the provider is in use.
    await company.configure({ enabled: false, scopes: 'openid email profile offline_access' })
    const pia = person({ groups: ['jefes'] })
    const answer = await tried(pia)
    expect(answer.statusCode, answer.body).toBe(200)
    const { trial } = answer.json().data
    expect(Object.keys(answer.json().data)).toEqual(['trial'])
    expect(trial).toMatchObject({
      role: 'admin',
      dist_ids: null,
      email: pia.email,
      verified: true,
      account: 'new',
      refused: null,
      refresh_token: true,
    })
    expect(trial.claims).toContainEqual({ name: 'groups', value: '["jefes"]' })
    expect(trial.claims).toContainEqual({ name: 'email', value: pia.email })
    expect(await accountByEmail(company.store, String(pia.email))).toBeUndefined()
    await company.configure()
    expect((await trialOf(pia)).refresh_token).toBe(false)
  })

  test('says why somebody would not get in', async () => {
    await company.configure()
    expect(await trialOf(person({ groups: undefined }))).toMatchObject({
      role: null,
      account: 'none',
      refused: 'The provider does not tell the groups.',
    })
    const linked = person()
    await company.tokenOf(linked)
    expect(await trialOf({ ...linked, groups: [] })).toMatchObject({
      refused: 'The provider gives this account no role.',
    })
    // The role of the linked account is still the one of its last sign-in.
    expect((await accountByEmail(company.store, String(linked.email)))?.role).toBe('viewer')
    expect(await trialOf(linked)).toMatchObject({ account: 'linked', role: 'viewer' })
    expect(await trialOf(person({ email: ACCOUNTS.viewer, email_verified: undefined }))).toMatchObject({
      account: 'none',
      refused: 'The provider does not confirm the e-mail.',
    })
    expect((await tried(null)).statusCode).toBe(403)
  })

  test('is for the settings alone', async () => {
    const answer = await company.app.post('/api/config/provider/trial', {}, 'admin')
    expect(answer.statusCode).toBe(403)
  })
})
