// Boards on both engines: their pins, who sees them, and two people who change the same one.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Board, Pin, SaveBoardBody } from '#contract/boards.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'

const MAY = 'measures=net_sale&from=2026-05-01&to=2026-05-31'
const pin = (id: string, question = MAY): Pin => ({ id, title: id, question, show: 'card', size: 'small' })

describeOneEngine('boards', (engine) => {
  let store: Store
  let app: TestApp
  beforeAll(async () => {
    store = await openSmallShop(engine)
    app = await testApp(store)
  })
  afterAll(() => app.close())

  const save = (body: Partial<SaveBoardBody>, who: 'superAdmin' | 'admin' | 'scoped' = 'superAdmin') =>
    app.post('/api/boards', { name: 'Tablero', pins: [], ...body }, who)
  const saved = async (body: Partial<SaveBoardBody>): Promise<{ id: number; revision: number }> => {
    const answer = await save(body)
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json().data
  }
  const boardsOf = async (who: 'superAdmin' | 'admin' | 'scoped' | 'viewer'): Promise<Board[]> =>
    (await app.get('/api/boards', who)).json().data
  const roleId = async (name: string) =>
    (await store.one<{ id: number }>(sql`select role_id as id from roles where name = ${name}`))?.id ?? 0

  test('keeps the order of pins, and strips foreign parameters from questions', async () => {
    const { id, revision } = await saved({
      name: ' Mi  tablero ',
      pins: [pin('a', `${MAY}&view=chart`), pin('b', 'measures=orders&by=segment&period=this_month')],
    })
    const own = (await boardsOf('superAdmin')).find((board) => board.id === id)
    expect(own).toMatchObject({ name: 'Mi tablero', own: true, editable: true, roles: '', revision: 1 })
    expect(own?.pins.map(({ question }) => question)).toEqual([
      MAY,
      'measures=orders&by=segment&period=this_month',
    ])
    const [a, b] = own?.pins ?? []
    expect(await saved({ id, revision, name: 'Otro', pins: [b!, { ...a!, size: 'large' }] })).toEqual({
      id,
      revision: 2,
    })
    const changed = (await boardsOf('superAdmin')).find((board) => board.id === id)
    expect(changed?.pins.map((one) => [one.id, one.size])).toEqual([
      ['b', 'small'],
      ['a', 'large'],
    ])
    // A client that still has the first revision must not undo this.
    const late = await save({ id, revision, pins: [] })
    expect([late.statusCode, late.json().message]).toEqual([409, 'The board was changed meanwhile.'])
    expect((await boardsOf('admin')).map((board) => board.id)).not.toContain(id)
  })

  test('shares a board read-only with roles, in the scope of each account', async () => {
    const role_ids = [await roleId('scoped')]
    const { id, revision } = await saved({ name: 'Compartido', pins: [pin('a')], role_ids })
    const [seen] = await boardsOf('scoped')
    expect(seen).toMatchObject({ id, own: false, editable: false, role_ids: [] })
    const totals = async (who: 'superAdmin' | 'scoped') =>
      (await app.get(`/api/questions/answer?${seen?.pins[0]?.question}`, who)).json().meta.totals.net_sale
    expect([await totals('superAdmin'), await totals('scoped')]).toEqual([383.42, 347.42])
    expect((await save({ id, revision, name: 'Mío' }, 'scoped')).statusCode).toBe(403)
    expect((await save({ name: 'Mío', role_ids }, 'scoped')).statusCode).toBe(403)
    expect(await boardsOf('viewer')).toEqual([])
    await saved({ id, revision, name: 'Compartido', pins: [] })
    expect(await boardsOf('scoped')).toEqual([])
    const trail = await store.all<{ action: string; changes: string }>(
      sql`select action, changes from audit where subject = 'Compartido' order by audit_id`,
    )
    expect(trail.map(({ action, changes }) => [action, JSON.parse(changes)])).toEqual([
      ['board.share', { roles: [[], ['scoped']] }],
      ['board.unshare', { roles: [['scoped'], []] }],
    ])
  })

  test('refuses pins without an answer and unknown boards', async () => {
    const refused = async (body: Partial<SaveBoardBody>) => {
      const answer = await save(body)
      return [answer.statusCode, answer.json().errors?.[0].path]
    }
    expect(await refused({ pins: [pin('a', 'measures=nothing')] })).toEqual([400, 'pins'])
    expect(await refused({ pins: [pin('a'), pin('a')] })).toEqual([400, 'pins'])
    expect(await refused({ name: ' ' })).toEqual([400, 'name'])
    expect(await refused({ id: 999_999, revision: 1 })).toEqual([404, undefined])
    const authorization = `Bearer ${await app.tokenOf('superAdmin')}`
    const gone = await app.server.inject({
      method: 'DELETE',
      url: '/api/boards/999999',
      headers: { authorization },
    })
    expect(gone.statusCode).toBe(404)
  })
})
