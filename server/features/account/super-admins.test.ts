// Whatever changes accounts, roles or the ways to sign in, a superAdmin can still sign in.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { ACCOUNTS, PASSWORD, signIn } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { callWithToken } from '#test/newcomers.ts'
import { person, type SignIns, signIns } from '#test/provider-sign-ins.ts'
import { addAccount } from './accounts.ts'

const MAPPED = {
  roles: [
    { value: 'dueños', role: 'superAdmin' },
    { value: 'jefes', role: 'admin' },
  ],
}
const EMAIL = ACCOUNTS.superAdmin
const LAST = [409, 'The last superAdmin cannot be deleted or demoted.']

describeOneEngine('the last superAdmin', (engine) => {
  let company: SignIns
  beforeAll(async () => {
    company = await signIns(await engine.open())
    await company.configure(MAPPED)
  })
  afterAll(() => company.close())

  const owner = person({ email: EMAIL, groups: ['jefes'] })
  const partner = person({ groups: ['dueños'] })
  const roleAtProvider = async (...who: Parameters<SignIns['tokenOf']>) =>
    (await company.me(await company.tokenOf(...who))).data.role
  const stored = async () =>
    (await company.store.one<{ id: number; revision: number; name: string; email: string; role: string }>(
      sql`select user_id as id, revision, name, email, role from users where email = ${EMAIL}`,
    ))!
  const as = async (token: string, method: 'POST' | 'DELETE', path: string, body?: object) => {
    const answer = await callWithToken(company.app, token, method, path, body)
    return [answer.statusCode, answer.json().message]
  }
  const done = [200, undefined]

  test('keeps the role when the provider gives another one, or none', async () => {
    expect(await roleAtProvider(owner)).toEqual(['superAdmin'])
    expect((await company.signInAs({ ...owner, groups: [] })).statusCode).toBe(403)
    expect((await company.me(await signIn(company.app, EMAIL))).data.role).toEqual(['superAdmin'])
  })

  test('is still the last one beside somebody who could never sign in', async () => {
    for (const password_from of ['registration', 'invitation'] as const) {
      const email = `nunca-${password_from}@example.com`
      const account = { email, name: 'Nunca', role: 'superAdmin', password_from }
      await addAccount(company.store, { ...account, password: PASSWORD }, company.app.now())
      expect([password_from, await roleAtProvider(owner)]).toEqual([password_from, ['superAdmin']])
    }
  })

  test('is the emergency account while local sign-in is closed', async () => {
    const token = await company.tokenOf(partner)
    await company.configure({ ...MAPPED, local: false, emergency_email: EMAIL })
    const user = await stored()
    expect(await as(token, 'POST', '/api/users', { ...user, role: 'admin' })).toEqual(LAST)
    expect(await as(token, 'POST', '/api/users', { ...user, email: 'nueva@example.com' })).toEqual(LAST)
    expect(await as(token, 'DELETE', `/api/users/${user.id}`)).toEqual(LAST)
    expect(await roleAtProvider(owner)).toEqual(['superAdmin'])
    expect(await roleAtProvider({ ...owner, email: 'nueva@example.com' })).toEqual(['superAdmin'])
    expect((await stored()).role).toBe('superAdmin')
  })

  test('may be one of the provider, which then stays in use', async () => {
    await company.configure(MAPPED)
    expect(await roleAtProvider(owner)).toEqual(['admin'])
    const token = await company.tokenOf(partner)
    const off = company.settings({ ...MAPPED, enabled: false })
    expect(await as(token, 'POST', '/api/config/provider', off)).toEqual([
      409,
      'No superAdmin could sign in.',
    ])
    expect(await roleAtProvider({ ...partner, groups: ['jefes'] })).toEqual(['superAdmin'])
    const user = await stored()
    expect(await as(token, 'POST', '/api/users', { ...user, role: 'superAdmin' })).toEqual(done)
    expect(await as(token, 'POST', '/api/config/provider', off)).toEqual(done)
  })
})
