// Providers that do not say whether an e-mail is verified, such as Entra: who is linked to an account, and by whom.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACCOUNTS, apiTokenOf, PASSWORD, signIn } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { callWithToken } from '#test/newcomers.ts'
import { person, REDIRECT, type SignIns, signIns } from '#test/provider-sign-ins.ts'
import { accountByEmail, addAccount } from '../accounts.ts'
import { visit } from './oidc-provider.fixture.ts'

const UNCONFIRMED = [403, 'The provider does not confirm the e-mail.']
const TAKEN = [403, 'Another account has the e-mail.']
const OWN = '/api/account/provider'
const REQUESTS = '/api/config/provider/requests'

describeOneEngine('links made by people', (engine) => {
  let company: SignIns
  beforeAll(async () => {
    company = await signIns(await engine.open())
    await company.configure()
  })
  afterAll(() => company.close())

  let count = 0
  const localAccount = async (more: object = {}) => {
    const email = `local-${++count}@empresa.example`
    const account = { email, name: 'Ana Local', role: 'viewer', password: PASSWORD, ...more }
    await addAccount(company.store, account, company.app.now())
    return { email, id: (await accountByEmail(company.store, email))!.user_id }
  }
  const silent = (more: object = {}) => person({ email_verified: undefined, groups: ['jefes'], ...more })
  const idOf = async (who: ReturnType<typeof person>) =>
    (await company.signInAs(who)).json().data?.user_data?.id
  const requestsOf = async (email: unknown) =>
    (await company.app.get(REQUESTS, 'superAdmin'))
      .json()
      .data.filter(({ user_email }: { user_email: string }) => user_email === email)
  const decide = async (id: string, accept: boolean) =>
    callWithToken(company.app, await signIn(company.app, ACCOUNTS.superAdmin), 'POST', `${REQUESTS}/${id}`, {
      accept,
    })

  test('a person links the own account by signing in at the provider, which ends what was open', async () => {
    const { app } = company
    const { email, id } = await localAccount()
    const ana = silent({ email })
    expect(await company.refusal(ana)).toEqual(UNCONFIRMED)
    const session = await signIn(app, email)
    const { token } = await apiTokenOf(app, session, ['view:scorecard'])
    const other = await signIn(app, email)
    const answer = await company.signInFrom(session, OWN, ana)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json().data).toMatchObject({ user_data: { id }, redirect: '/account' })
    for (const old of [session, other, token]) expect((await company.me(old)).status).toBe(401)
    expect(await idOf(ana)).toBe(id)
    const now = await company.tokenOf(ana)
    expect((await company.me(now)).data).toMatchObject({ email, role: ['admin'] })
    expect((await callWithToken(app, now, 'GET', OWN)).json().data).toEqual({
      name: 'Empresa',
      linked: true,
      can_link: true,
    })
  })

  test('a link needs a role, a free person and a session that is still open, and never the emergency account', async () => {
    const { app, store } = company
    const { email } = await localAccount()
    const session = await signIn(app, email)
    const refusal = async (who: ReturnType<typeof person>) => {
      const answer = await company.signInFrom(session, OWN, who)
      return [answer.statusCode, answer.json().message]
    }
    expect(await refusal(silent({ groups: [] }))).toEqual([403, 'The provider gives this account no role.'])
    const taken = person()
    await company.tokenOf(taken)
    expect(await refusal(taken)).toEqual([403, 'The person belongs to another account.'])
    expect((await company.me(session)).status).toBe(200)
    await company.configure({ emergency_email: email })
    expect(await refusal(silent())).toEqual([409, 'This account cannot be linked.'])
    await company.configure()
    // The sign-in comes back after the session that began it has ended.
    const begun = await callWithToken(app, session, 'POST', OWN, {})
    await callWithToken(app, session, 'POST', '/api/logout', {})
    company.provider.person = silent()
    const params = await visit(begun.json().data.url, REDIRECT)
    const late = await company.finish(params, String(begun.headers['set-cookie']).split(';')[0] ?? '')
    expect([late.statusCode, late.json().message]).toEqual([403, 'The session that began this has ended.'])
    expect((await accountByEmail(store, email))?.role).toBe('viewer')
  })

  test('an account whose e-mail nobody has proven is not linked by its session', async () => {
    const first = silent({ groups: ['ventas'] })
    const session = await company.tokenOf(first)
    const answer = await company.signInFrom(session, OWN, silent())
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'This account cannot be linked.'])
  })

  test('a superAdmin links who was refused, which ends what was open and earlier links', async () => {
    const { app } = company
    const before = silent({ groups: ['ventas'] })
    const session = await company.tokenOf(before)
    const { id } = (await company.me(session)).data
    const again = silent({ email: before.email, name: 'Pía Nueva' })
    expect(await company.refusal(again)).toEqual(UNCONFIRMED)
    expect(await company.refusal(again)).toEqual(UNCONFIRMED)
    const [request, ...more] = await requestsOf(before.email)
    expect(more).toEqual([])
    expect(request).toMatchObject({ user_id: id, name: 'Pía Nueva' })
    expect((await app.get(REQUESTS, 'admin')).statusCode).toBe(403)
    expect((await decide(request.id, true)).statusCode).toBe(200)
    expect((await company.me(session)).status).toBe(401)
    expect(await idOf(again)).toBe(id)
    expect(await company.refusal(before)).toEqual(UNCONFIRMED)
    const trail = await app.get('/api/config/audit?action=provider.link', 'superAdmin')
    expect(trail.json().data[0]).toMatchObject({ who: ACCOUNTS.superAdmin, subject: before.email })
    expect((await decide(request.id, true)).statusCode).toBe(404)
  })

  test('a request that a superAdmin drops links nobody', async () => {
    const { email } = await localAccount()
    const ana = silent({ email })
    expect(await company.refusal(ana)).toEqual(UNCONFIRMED)
    const [request] = await requestsOf(email)
    expect((await decide(request.id, false)).statusCode).toBe(200)
    expect(await requestsOf(email)).toEqual([])
    // Neither a denied e-mail nor a person without a role asks for anything.
    await company.refusal(person({ email, email_verified: false }))
    await company.refusal(silent({ email, groups: [] }))
    expect(await requestsOf(email)).toEqual([])
  })

  test('e-mails count as verified only where the settings trust the provider, and never a denied one', async () => {
    const { email, id } = await localAccount()
    await company.configure({ trust_emails: true, emergency_email: ACCOUNTS.superAdmin })
    expect(await company.refusal(person({ email, email_verified: false }))).toEqual(UNCONFIRMED)
    expect(await company.refusal(silent({ email: ACCOUNTS.superAdmin }))).toEqual(UNCONFIRMED)
    expect(await idOf(silent({ email }))).toBe(id)
    await company.configure()
    expect(await company.refusal(silent({ email: (await localAccount()).email }))).toEqual(UNCONFIRMED)
  })

  test('the claim with the e-mail is chosen, and the verification of another one does not count for it', async () => {
    const { email, id } = await localAccount()
    await company.configure({ email_claim: 'upn' })
    const ana = { email: 'otra@empresa.example', upn: email.toUpperCase() }
    expect(await company.refusal(person(ana))).toEqual(UNCONFIRMED)
    expect(await company.refusal(person({ upn: 'sin-arroba' }))).toEqual(UNCONFIRMED)
    await company.configure({ email_claim: 'upn', trust_emails: true })
    expect(await idOf(person(ana))).toBe(id)
    await company.configure()
  })

  test('people are known by oid and tid where sub changes with the application', async () => {
    const known = { oid: '0f3a', tid: 'b2c1', email: 'eva@empresa.example' }
    // Linked by sub, before the setting.
    const first = person({ ...known, sub: 'antes' })
    const id = await idOf(first)
    await company.configure({ identified_by: 'oid' })
    expect(await idOf(first)).toBe(id)
    expect(await idOf(silent({ ...known, sub: 'registrada de nuevo' }))).toBe(id)
    expect(await company.refusal(silent({ ...known, tid: 'otra empresa' }))).toEqual(UNCONFIRMED)
    await company.configure()
    expect(await company.refusal(person({ ...known, sub: 'registrada otra vez' }))).not.toEqual(TAKEN)
  })
})
