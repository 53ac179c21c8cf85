// A test app with a real OpenID Connect provider, and people who sign in there through the front door.

import {
  CLIENT,
  type Person,
  startOidcProvider,
  visit,
} from '#server/features/account/provider/oidc-provider.fixture.ts'
import type { Store } from '#server/store/store.ts'
import { ACCOUNTS, signIn, testApp } from './app.ts'
import { callWithToken } from './newcomers.ts'

export const PUBLIC_URL = 'https://gondola.example'
export const REDIRECT = `${PUBLIC_URL}/auth/provider`

let people = 0
/** Somebody whom the provider knows, in the group of viewers. */
export const person = (more: Partial<Person> = {}): Person => {
  const sub = `persona-${++people}`
  return {
    sub,
    email: `${sub}@empresa.example`,
    email_verified: true,
    name: 'Pía Paz',
    groups: ['ventas'],
    ...more,
  }
}

export type SignIns = Awaited<ReturnType<typeof signIns>>

/** Closing it leaves the store open. `options`: of the app. */
export async function signIns(store: Store, options: Parameters<typeof testApp>[1] = {}) {
  const app = await testApp(store, { publicUrl: PUBLIC_URL, ...options })
  const provider = await startOidcProvider(REDIRECT)
  const settings = (more: object = {}) => ({
    enabled: true,
    name: 'Empresa',
    issuer: provider.issuer,
    client_id: CLIENT.client_id,
    client_secret: CLIENT.client_secret,
    scopes: 'openid email profile',
    role_claim: 'groups',
    roles: [
      { value: 'jefes', role: 'admin' },
      { value: 'ventas', role: 'viewer' },
      { value: 'zona', role: 'scoped' },
    ],
    distributors_claim: '',
    local: true,
    emergency_email: '',
    ...more,
  })
  const save = async (more: object = {}) => {
    const session = await signIn(app, ACCOUNTS.superAdmin)
    return callWithToken(app, session, 'POST', '/api/config/provider', settings(more))
  }
  const begin = async (redirect = '/') => {
    const answer = await app.post('/api/login/provider', { redirect })
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
    return { answer, cookie, url: answer.json().data?.url }
  }
  /** A sign-in that a signed-in person begins, up to the answer of its callback. */
  const signInFrom = async (session: string, path: string, who: Person | null) => {
    provider.person = who
    const answer = await callWithToken(app, session, 'POST', path, {})
    if (answer.statusCode !== 200) return answer
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
    return finish(await visit(answer.json().data.url, REDIRECT), cookie)
  }
  const finish = (params: string, cookie: string) =>
    app.server.inject({
      method: 'POST',
      url: '/api/login/provider/callback',
      payload: { params },
      headers: { cookie },
    })
  const signInAs = async (who: Person | null, redirect = '/') => {
    provider.person = who
    const { url, cookie } = await begin(redirect)
    return finish(await visit(url, REDIRECT), cookie)
  }
  return {
    ...{ app, store, provider, settings, save, begin, finish, signInAs, signInFrom },
    async configure(more: object = {}) {
      const saved = await save(more)
      if (saved.statusCode !== 200) throw new Error(`Saving answered ${saved.statusCode} ${saved.body}`)
    },
    tokenOf: async (who: Person): Promise<string> => (await signInAs(who)).json().data.access_token,
    async me(token: string) {
      const answer = await app.get({ url: '/api/me', headers: { authorization: `Bearer ${token}` } })
      return { status: answer.statusCode, data: answer.json().data }
    },
    async linkPathOf(session: string): Promise<string> {
      const question = { name: 'Ventas', question: 'measures=net_sale' }
      return (await callWithToken(app, session, 'POST', '/api/data-links', question)).json().data.path
    },
    async refusal(who: Person) {
      const answer = await signInAs(who)
      return [answer.statusCode, answer.json().message]
    },
    async close() {
      await app.close()
      await provider.close()
    },
  }
}
