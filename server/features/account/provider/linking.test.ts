// Which account a sign-in at the provider opens, and what of the account's past outlives it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACCOUNTS, apiTokenOf, PASSWORD, signIn } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { person, type SignIns, signIns } from '#test/provider-sign-ins.ts'
import { accountByEmail, addAccount } from '../accounts.ts'

const TAKEN = [403, 'Another account has the e-mail.']

describeOneEngine('accounts and the provider', (engine) => {
  let company: SignIns
  beforeAll(async () => {
    company = await signIns(await engine.open())
    await company.configure()
  })
  afterAll(() => company.close())

  const silent = (more: object = {}) => {
    const { email_verified: _, ...rest } = person(more)
    return rest
  }
  const register = (email: string) =>
    company.app.post('/api/register', { firstName: 'Otra', lastName: 'Persona', email, password: PASSWORD })

  test('an account made from an unproven e-mail is never linked to the owner of the e-mail', async () => {
    const first = silent({ groups: ['ventas'] })
    const session = await company.tokenOf(first)
    const owner = person({ email: first.email, groups: ['jefes'] })
    expect(await company.refusal(owner)).toEqual(TAKEN)
    expect((await company.me(session)).data.role).toEqual(['viewer'])
    // The first person still is who they were.
    expect((await company.me(await company.tokenOf(first))).data.email).toBe(first.email)
  })

  test('linking a proven account ends its sessions, tokens and data links', async () => {
    const email = 'marta@empresa.example'
    const { app, store } = company
    await addAccount(store, { email, name: 'Marta', role: 'admin', password: PASSWORD }, app.now())
    const before = await signIn(app, email)
    const { token } = await apiTokenOf(app, before, ['view:scorecard'])
    const path = await company.linkPathOf(before)
    const marta = person({ email, groups: ['jefes'] })
    const session = await company.tokenOf(marta)
    expect((await company.me(session)).data).toMatchObject({ email, role: ['admin'] })
    expect([(await company.me(before)).status, (await company.me(token)).status]).toEqual([401, 401])
    expect((await app.get(`${path}.json`)).statusCode).toBe(404)
    const trail = await app.get('/api/config/audit?action=provider.link', 'superAdmin')
    expect(trail.json().data[0]).toMatchObject({ who: email, subject: email })
    // A second sign-in links nothing, so that it ends nothing.
    await company.tokenOf(marta)
    expect((await company.me(session)).status).toBe(200)
  })

  test('a registration gives way to the owner of its e-mail, without its password', async () => {
    const lola = person({ groups: ['jefes'] })
    const email = String(lola.email)
    await register(email)
    expect(await company.refusal(silent({ email }))).toEqual([
      403,
      'The provider does not confirm the e-mail.',
    ])
    const { data } = await company.me(await company.tokenOf(lola))
    expect(data).toMatchObject({ email, name: 'Pía Paz', role: ['admin'] })
    expect((await company.app.post('/api/login', { email, password: PASSWORD })).statusCode).toBe(401)
  })

  test('a linked account takes a new e-mail only if it is proven and free', async () => {
    const pia = person()
    const session = await company.tokenOf(pia)
    const emailAfter = async (more: object) => {
      await company.signInAs({ ...pia, ...more })
      return (await company.me(session)).data.email
    }
    expect(await emailAfter({ email: 'ajena@empresa.example', email_verified: undefined })).toBe(pia.email)
    expect(await emailAfter({ email: 'ajena@empresa.example', email_verified: false })).toBe(pia.email)
    expect(await emailAfter({ email: ACCOUNTS.admin })).toBe(pia.email)
    expect(await emailAfter({ email: undefined })).toBe(pia.email)
    expect(await emailAfter({ email: 'propia@empresa.example' })).toBe('propia@empresa.example')
  })

  test('an unproven account becomes linkable once a superAdmin vouches for its e-mail', async () => {
    const { app, store } = company
    const first = silent()
    await company.tokenOf(first)
    const id = (await accountByEmail(store, String(first.email)))!.user_id
    const user = { id, revision: 1, name: 'Eva', email: first.email, role: 'viewer' }
    const again = person({ email: first.email, groups: ['jefes'] })
    expect((await app.post('/api/users', user, 'superAdmin')).statusCode).toBe(200)
    expect(await company.refusal(again)).toEqual(TAKEN)
    expect(
      (await app.post('/api/users', { ...user, revision: 2, password: PASSWORD }, 'superAdmin')).statusCode,
    ).toBe(200)
    expect((await company.signInAs(again)).json().data.user_data.id).toBe(id)
  })

  test('a local account without a mapped group is left alone', async () => {
    const email = 'local@empresa.example'
    const { app, store } = company
    await addAccount(store, { email, name: 'Local', role: 'admin', password: PASSWORD }, app.now())
    const session = await signIn(app, email)
    expect(await company.refusal(person({ email, groups: ['otros'] }))).toEqual([
      403,
      'The provider gives this account no role.',
    ])
    expect((await company.me(session)).data.role).toEqual(['admin'])
  })
})
