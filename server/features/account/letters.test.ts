// E-mails with letters outside ASCII: one account, however they are written, by form and by provider.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACCOUNTS, PASSWORD, signIn } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { callWithToken } from '#test/newcomers.ts'
import { person, type SignIns, signIns } from '#test/provider-sign-ins.ts'

describeOneEngine('an e-mail with letters outside ASCII', (engine) => {
  let company: SignIns
  beforeAll(async () => {
    company = await signIns(await engine.open())
    await company.configure()
  })
  afterAll(() => company.close())

  const save = async (email: string, more: object = {}) => {
    const session = await signIn(company.app, ACCOUNTS.superAdmin)
    const body = { name: 'María Peña', role: 'viewer', email, password: PASSWORD, ...more }
    return callWithToken(company.app, session, 'POST', '/api/users', body)
  }
  const statusOf = async (email: string) =>
    (await company.app.post('/api/login', { email, password: PASSWORD })).statusCode

  test('is one account in capitals, decomposed, and with the name of its domain in ASCII', async () => {
    expect((await save('María@Compañía.com.ar')).statusCode).toBe(200)
    for (const email of [
      'maría@compañía.com.ar',
      'MARÍA@xn--compaa-7va5a.com.ar',
      'maría@compañía.com.ar'.normalize('NFD'),
    ])
      expect([email, await statusOf(email)]).toEqual([email, 200])
    expect((await save('maría@compañía.com.ar'.normalize('NFD'))).json().code).toBe('email-exists')
    expect(await statusOf('maria@compañía.com.ar')).not.toBe(200)
  })

  test('comes from the provider too, and a superAdmin can change such an account', async () => {
    const session = await company.tokenOf(person({ email: 'Íñigo@empresa.example' }))
    const { data } = await company.me(session)
    expect(data.email).toBe('íñigo@empresa.example')
    const changed = await save(data.email, { id: data.id, password: undefined, role: 'viewer' })
    expect([changed.statusCode, changed.body]).toEqual([200, expect.anything()])
  })

  test('of other alphabets is refused, since look-alikes would pass for a colleague', async () => {
    for (const email of [
      'аdmin@example.com',
      'admin@exаmple.com',
      'ａdmin@example.com',
      'a b@example.com',
      '@example.com',
    ])
      expect([email, (await save(email)).statusCode]).toEqual([email, 400])
  })
})
