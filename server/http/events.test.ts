// The stream of changes over HTTP, on both engines: who may listen, what is sent, when it ends.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allRoles, changeRole } from '#server/features/account/accounts.ts'
import type { Store } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import { type TestApp, testApp, type Who } from '#test/app.ts'
import { describeEngines } from '#test/engines.ts'

describeEngines('changes', (engine) => {
  let app: TestApp
  let store: Store
  let address: string
  beforeAll(async () => {
    store = await engine.open()
    app = await testApp(store)
    address = await app.server.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => app.close())

  const write = (...names: string[]) => store.transaction((tx) => bumpVersions(tx, names))

  async function listen(who: Who = 'scoped') {
    const authorization = `Bearer ${await app.tokenOf(who)}`
    const response = await fetch(`${address}/api/events`, { headers: { authorization } })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    if (!reader) throw new Error('no stream')
    let text = ''
    /** Reads until the text contains what is expected, or the stream ends. */
    const until = async (wanted: string) => {
      while (!text.includes(wanted)) {
        const { done, value } = await reader.read()
        if (done) return `${text}(end)`
        text += value
      }
      return text
    }
    return { response, until }
  }

  test('requires a session and is described', async () => {
    expect((await app.get('/api/events')).statusCode).toBe(401)
    const { paths } = (await app.get('/api/openapi.json')).json()
    expect(Object.keys(paths['/api/events'].get.responses['200'].content)).toEqual(['text/event-stream'])
  })

  test('announces the months of a write once, and nothing about accounts', async () => {
    const { response, until } = await listen()
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    await until('listening')
    await write('settings', 'audit')
    await write('2026-05', '2026-04')
    const text = await until('data: ')
    const [, line = ''] = /data: (.*)\n\n/.exec(text) ?? []
    expect(JSON.parse(line)).toEqual({
      months: ['2026-04', '2026-05'],
      all: false,
      updated_at: expect.stringMatching(/^2\d{3}-.*Z$/),
    })
    await write('dimensions')
    expect(await until('"all":true')).toContain('{"months":[],"all":true,')
  })

  test('ends with the session', async () => {
    const { until } = await listen()
    await until('listening')
    await app.post('/api/logout', undefined, 'scoped')
    expect(await until('never')).toMatch(/\(end\)$/)
  })

  test('ends when the role begins to require a second factor', async () => {
    const { until } = await listen('viewer')
    await until('listening')
    const viewer = (await allRoles(store)).find(({ name }) => name === 'viewer')!
    await store.transaction((tx) => changeRole(tx, viewer, { ...viewer, second_factor: true }))
    expect(await until('never')).toMatch(/\(end\)$/)
  })
})

describeEngines('changes at the end of the server', (engine) => {
  test('closes without waiting for listeners', async () => {
    const app = await testApp(await engine.open())
    const address = await app.server.listen({ host: '127.0.0.1', port: 0 })
    const authorization = `Bearer ${await app.tokenOf('admin')}`
    const response = await fetch(`${address}/api/events`, { headers: { authorization } })
    await app.close()
    expect(await response.text()).toContain('listening')
  })
})
