// Signing out at Okta, which takes no sign-out without the ID token: it travels in a form, never in an address.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { describeOneEngine } from '#test/engines.ts'
import { callWithToken } from '#test/newcomers.ts'
import { PUBLIC_URL, person, REDIRECT, type SignIns, signIns } from '#test/provider-sign-ins.ts'
import { visit } from './oidc-provider.fixture.ts'

describeOneEngine('signing out at Okta', (engine) => {
  let company: SignIns
  let okta: Server
  let endpoint: string
  const posted: { readonly url: string; readonly fields: URLSearchParams }[] = []
  beforeAll(async () => {
    company = await signIns(await engine.open())
    okta = createServer(async (request, response) => {
      posted.push({ url: request.url ?? '', fields: new URLSearchParams(await text(request)) })
      response.end()
    }).listen(0, '127.0.0.1')
    await once(okta, 'listening')
    endpoint = `http://127.0.0.1:${(okta.address() as AddressInfo).port}/oauth2/default/v1/logout`
    company.provider.endSession = endpoint
    await company.configure()
  })
  afterAll(async () => {
    okta.close()
    await company.close()
  })

  const leave = async (session: string) =>
    (await callWithToken(company.app, session, 'POST', '/api/logout')).json().data.provider_url
  /** The form of the page, as a browser that runs its script sends it. */
  async function follow(address: string) {
    const page = await company.app.server.inject({ url: address.slice(PUBLIC_URL.length) })
    if (page.statusCode !== 200) return page
    const unescaped = (value: string) => value.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
    const action = unescaped(/<form method="post" action="([^"]*)">/.exec(page.body)?.[1] ?? '')
    const inputs = page.body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)
    const body = new URLSearchParams()
    for (const [, name = '', value = ''] of inputs) body.append(unescaped(name), unescaped(value))
    await fetch(action, { method: 'POST', body })
    return page
  }

  test('posts the ID token of the session, once', async () => {
    const pia = person()
    const session = await company.tokenOf(pia)
    const address = await leave(session)
    expect(address).toMatch(new RegExp(`^${PUBLIC_URL}/api/logout/provider\\?token=`))
    const page = await follow(address)
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    const [sent] = posted.splice(0)
    expect(sent?.url).toBe('/oauth2/default/v1/logout')
    expect(sent?.fields.get('post_logout_redirect_uri')).toBe(REDIRECT)
    expect(decodeJwt(sent?.fields.get('id_token_hint') ?? '')).toMatchObject({ sub: pia.sub, aud: 'gondola' })
    const again = await follow(address)
    expect([again.statusCode, again.headers.location, posted]).toEqual([302, REDIRECT, []])
  })

  test('keeps the ID token encrypted, only for that, and as long as the provider is the same', async () => {
    const idToken = async () =>
      (
        await company.store.all<{ id_token: string | null }>(
          sql`select id_token from sessions where provider order by created_at desc, id_token limit 1`,
        )
      )[0]?.id_token
    const session = await company.tokenOf(person())
    expect(await idToken()).toMatch(/^(?!eyJ)./)
    await company.configure({ client_id: 'otro' })
    expect(await leave(session)).toBe(
      `${endpoint}?post_logout_redirect_uri=${encodeURIComponent(REDIRECT)}&client_id=otro`,
    )
    company.provider.endSession = null
    await company.configure({ client_auth: 'post' })
    const { url, cookie } = await company.begin()
    company.provider.person = person()
    const entered = await company.finish(await visit(url, REDIRECT), cookie)
    expect(await leave(entered.json().data.access_token)).toMatch(/session\/end\?/)
  })

  test('leads back where the link is wrong or late', async () => {
    const address = async () => leave(await company.tokenOf(person()))
    company.provider.endSession = endpoint
    await company.configure({ client_auth: 'basic' })
    const late = await address()
    company.app.travel(61)
    for (const url of [late, `${PUBLIC_URL}/api/logout/provider?token=x.y.z`])
      expect((await follow(url)).headers.location).toBe(REDIRECT)
    expect(posted).toEqual([])
  })
})
