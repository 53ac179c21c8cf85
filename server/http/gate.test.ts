// The gate in front of the real server: which calls wait, which are refused, and what that costs.
import { once } from 'node:events'
import { request } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { monthEndpoint } from '#contract/endpoint.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { openSmallShop } from '../../fixtures/open-small-shop.ts'
import { noLimits } from './load-limits.ts'
import { monthRoute } from './month-route.ts'

const waiting = monthEndpoint('/api/waiting', {
  access: 'view:scorecard',
  summary: 'Waits',
  data: z.object({}),
})

describeOneEngine('the gate', (engine) => {
  let app: TestApp
  let address: string
  let open: PromiseWithResolvers<void>
  let begun: PromiseWithResolvers<void>
  afterEach(() => app.close())

  /** Of each call that got a place, the turn of the event loop in which it did. */
  let turns: number[]
  let turn = 0

  async function start(limits: { most?: number; mostHeld: number; holdMs: number }) {
    turns = []
    open = Promise.withResolvers()
    begun = Promise.withResolvers()
    app = await testApp(await openSmallShop(engine), {
      limits: { ...noLimits(), most: 1, ...limits },
      extend: (_server, own) =>
        monthRoute(own, waiting, async () => {
          turns.push(turn)
          begun.resolve()
          await open.promise
          return { months: [], data: {} }
        }),
    })
    await app.tokenOf('superAdmin')
    address = await app.server.listen({ port: 0, host: '127.0.0.1' })
  }
  function countTurns(): AbortController {
    const counting = new AbortController()
    const count = () => {
      turn++
      if (!counting.signal.aborted) setImmediate(count)
    }
    setImmediate(count)
    return counting
  }
  const call = async (path: string, token?: string) =>
    fetch(`${address}${path}`, {
      headers: { authorization: `Bearer ${token ?? (await app.tokenOf('superAdmin'))}` },
    })
  const paths = ['/api/waiting?start_date=2026-04', '/api/waiting?start_date=2026-03']

  test.each(['/%61pi/waiting', 'http://127.0.0.1/api/waiting'])(
    'limits %s like the plain address',
    async (path) => {
      await start({ mostHeld: 0, holdMs: 3_600_000 })
      const first = call('/api/waiting?start_date=2026-05')
      await begun.promise
      const token = await app.tokenOf('superAdmin')
      const { hostname, port } = new URL(address)
      const asked = request({ hostname, port, path, headers: { authorization: `Bearer ${token}` } }).end()
      const [response] = await once(asked, 'response')
      expect(response).toMatchObject({ statusCode: 503 })
      open.resolve()
      expect((await first).status).toBe(200)
    },
  )

  test('holds a call until a place is free, and refuses at once what it cannot hold', async () => {
    await start({ mostHeld: 1, holdMs: 3_600_000 })
    const first = call('/api/waiting?start_date=2026-05')
    await begun.promise
    const two = paths.map((path) => call(path))
    const refused = await Promise.race(two)
    expect([refused.status, await refused.json()]).toEqual([
      503,
      { success: false, code: 'unavailable', message: 'Service Unavailable' },
    ])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect((await call('/api/health')).status).toBe(200)
    open.resolve()
    expect((await first).status).toBe(200)
    expect((await Promise.all(two)).map(({ status }) => status).sort()).toEqual([200, 503])
  })

  test('refuses a call that waited in vain, without looking at it', async () => {
    await start({ mostHeld: 10, holdMs: 1 })
    const first = call('/api/waiting?start_date=2026-05')
    await begun.promise
    // Neither access nor the address is looked at.
    const refused = await Promise.all([call('/api/me', 'nobody'), call('/api/nowhere')])
    expect(refused.map(({ status }) => status)).toEqual([503, 503])
    open.resolve()
    expect((await first).status).toBe(200)
    expect((await call('/api/me', 'nobody')).status).toBe(401)
  })

  test('lets the event loop turn while it gives places that became free at once', async () => {
    await start({ most: 20, mostHeld: 40, holdMs: 3_600_000 })
    const months = Array.from(
      { length: 40 },
      (_, index) => `${2020 + Math.floor(index / 12)}-${(index % 12) + 1}`,
    )
    const calls = months.map((month) => call(`/api/waiting?start_date=${month.replace(/-(\d)$/, '-0$1')}`))
    await vi.waitFor(() => expect(turns).toHaveLength(20))
    const counting = countTurns()
    open.resolve()
    await Promise.all(calls)
    counting.abort()
    const held = Object.values(Object.groupBy(turns.slice(20), String)).map((calls) => calls?.length ?? 0)
    expect(held.reduce((sum, calls) => sum + calls, 0)).toBe(20)
    expect(Math.max(...held)).toBeLessThanOrEqual(8)
  })

  test('refuses held calls when the server stops', async () => {
    await start({ mostHeld: 1, holdMs: 3_600_000 })
    const first = call('/api/waiting?start_date=2026-05')
    await begun.promise
    const two = paths.map((path) => call(path))
    await Promise.race(two)
    const closed = app.close()
    expect((await Promise.all(two)).map(({ status }) => status)).toEqual([503, 503])
    open.resolve()
    expect((await first).status).toBe(200)
    await closed
  })
})
