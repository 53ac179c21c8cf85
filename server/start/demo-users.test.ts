// Demo users: their permissions, and their removal with the demo data.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, type TestApp, testApp } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { clearDemo } from '../ingest/data-source.ts'
import { silentProgress } from '../ingest/progress.ts'
import { addDemoUsers, type DemoUser, demoUsers } from './demo-users.ts'
import { makeDemo } from './make-demo.ts'

const OPTIONS = {
  orders: 100,
  months: 2,
  until: '2026-05',
  seed: 1,
  timeZone: 'America/Argentina/Buenos_Aires',
}

describeOneEngine('demo users', (engine) => {
  let app: TestApp
  let users: DemoUser[]
  beforeAll(async () => {
    const store = await engine.open()
    await makeDemo(store, OPTIONS, silentProgress, { also: addDemoUsers })
    users = await demoUsers(store)
    app = await testApp(store)
  })
  afterAll(() => app.close())

  const me = async ({ email, password }: DemoUser) => {
    const authorization = `Bearer ${await signIn(app, email, password)}`
    return { authorization, ...(await app.get({ url: '/api/me', headers: { authorization } })).json().data }
  }

  test('are a superAdmin, an admin, and one limited to a few distributors', async () => {
    const [ana, bruno, carla] = await Promise.all(users.map(me))
    expect(ana.permissions).toContain('settings')
    expect(bruno.permissions).not.toContain('settings')
    expect(bruno.permissions).toContain('personal-data')
    expect(carla.scope.length).toBeGreaterThan(1)
    expect(carla.scope.length).toBeLessThan(5)
  })

  test('keep their password when the demo is generated again', async () => {
    await makeDemo(app.store, OPTIONS, silentProgress, { also: addDemoUsers })
    expect(await demoUsers(app.store)).toEqual(users)
  })

  test('can no longer sign in after the demo is removed', async () => {
    const { authorization } = await me(users[0]!)
    await clearDemo(app.store)
    const answer = await app.get({ url: '/api/me', headers: { authorization } })
    expect(answer.statusCode).toBe(401)
    await expect(signIn(app, users[1]!.email, users[1]!.password)).rejects.toThrow('401')
    expect(await demoUsers(app.store)).toEqual([])
  })
})
