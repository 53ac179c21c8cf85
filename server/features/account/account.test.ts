import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACCOUNTS, PASSWORD, type TestApp, testApp } from '#test/app.ts'
import { describeEngines } from '#test/engines.ts'

describeEngines('signing in', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp(await engine.open())
  })
  afterAll(() => app.close())

  test('answers with a token that says who one is', async () => {
    const answer = await app.post('/api/login', { email: ' Admin@Example.com'.trim(), password: PASSWORD })
    expect(answer.statusCode).toBe(200)
    expect(answer.json().data.user_data).toEqual({
      id: expect.any(Number),
      display_name: 'admin de prueba',
      email: ACCOUNTS.admin,
    })
    const me = await app.get('/api/me', 'admin')
    expect(me.json().data).toMatchObject({ email: ACCOUNTS.admin, role: ['admin'], scope: null })
  })
})
