// Notes on both engines: who reads and writes them, which days and distributors they are about, and what the trail records.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import type { NoteRow, saveNote } from '#contract/notes.ts'
import { addAccount, createRole } from '#server/features/account/accounts.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { PASSWORD, signIn, type TestApp, testApp } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'

type SaveNoteBody = z.input<typeof saveNote.body>

const NOTE: SaveNoteBody = { from_date: '2026-05-04', to_date: '2026-05-06', text: 'Paro de transporte' }

describeOneEngine('notes', (engine) => {
  let store: Store
  let app: TestApp
  let admin: string
  /** Writes notes of distributor 101 alone. */
  let norte: string
  const ids: Record<string, number> = {}
  beforeAll(async () => {
    store = await openSmallShop(engine)
    app = await testApp(store)
    admin = await app.tokenOf('superAdmin')
    const permissions = ['view:scorecard', 'notes'] as const
    await store.transaction((tx) => createRole(tx, { name: 'norte', permissions, dist_ids: ['101'] }))
    const account = { email: 'norte@example.com', name: 'Nora', role: 'norte', password: PASSWORD }
    await addAccount(store, account, new Date())
    norte = await signIn(app, account.email)
    ids.general = await save(admin, NOTE)
    ids.sur = await save(admin, { ...day('2026-05-31'), dist_id: '102', text: 'Depósito cerrado' })
    ids.norte = await save(norte, { ...day('2026-06-01'), dist_id: '101', text: ' Promo  2×1 ' })
  })
  afterAll(() => app.close())

  const day = (date: string) => ({ from_date: date, to_date: date })
  const as = (session: string, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
    app.server.inject({
      method,
      url,
      headers: { authorization: `Bearer ${session}` },
      ...(payload && { payload }),
    })
  async function save(session: string, note: SaveNoteBody): Promise<number> {
    const answer = await as(session, 'POST', '/api/notes', note)
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json().data.id
  }
  const listOf = async (session: string, query = ''): Promise<NoteRow[]> =>
    (await as(session, 'GET', `/api/notes?${query}`)).json().data
  const textsOf = async (session: string, query = '') =>
    (await listOf(session, query)).map(({ text }) => text)

  test('a role reads notes about all and about its own distributors', async () => {
    expect(await textsOf(admin)).toEqual(['Promo 2×1', 'Depósito cerrado', 'Paro de transporte'])
    expect(await textsOf(norte)).toEqual(['Promo 2×1', 'Paro de transporte'])
    expect(await textsOf(await app.tokenOf('scoped'))).toHaveLength(3)
    const [promo, general] = await listOf(norte)
    expect(promo).toMatchObject({ distributor: 'Norte Hermanos', author: 'Nora', editable: true })
    expect(general).toMatchObject({ distributor: '', dist_id: null, editable: false })
  })

  test('finds the notes of a period and of a distributor', async () => {
    expect(await textsOf(admin, 'from=2026-05-06&to=2026-05-31')).toEqual([
      'Depósito cerrado',
      'Paro de transporte',
    ])
    expect(await textsOf(admin, 'from=2026-05-07&to=2026-05-30')).toEqual([])
    expect(await textsOf(admin, 'dist_id=101')).toEqual(['Promo 2×1', 'Paro de transporte'])
    expect(await textsOf(admin, 'text=PROMO')).toEqual(['Promo 2×1'])
    const file = (await as(admin, 'GET', '/api/notes?export=1&csv=standard&orderBy=from_date&order=ASC')).body
    expect(file.split('\r\n')[1]).toMatch(/^2026-05-04,2026-05-06,Paro de transporte,,superAdmin de prueba,/)
  })

  test('lets a limited role write only about its own distributors', async () => {
    const refused = async (body: object) => {
      const answer = await as(norte, 'POST', '/api/notes', { ...NOTE, ...body })
      return [answer.statusCode, answer.json().errors?.[0].path]
    }
    expect(await refused({})).toEqual([400, 'dist_id'])
    expect(await refused({ dist_id: '102' })).toEqual([400, 'dist_id'])
    expect(await refused({ id: ids.sur, dist_id: '101' })).toEqual([404, undefined])
    expect(await refused({ id: ids.general, dist_id: '101' })).toEqual([404, undefined])
    expect((await as(norte, 'DELETE', `/api/notes/${ids.sur}`)).statusCode).toBe(404)
    const reader = await app.tokenOf('viewer')
    expect(await textsOf(reader)).toHaveLength(3)
    expect((await as(reader, 'POST', '/api/notes', NOTE)).statusCode).toBe(403)
  })

  test('names the wrong field of a note', async () => {
    const refused = async (body: object) =>
      (await as(admin, 'POST', '/api/notes', { ...NOTE, ...body })).json().errors?.[0].path
    expect(await refused({ to_date: '2026-05-03' })).toBe('to_date')
    expect(await refused({ from_date: '2026-02-30' })).toBe('from_date')
    expect(await refused({ text: '  ' })).toBe('text')
    expect(await refused({ text: 'x'.repeat(201) })).toBe('text')
    expect(await refused({ dist_id: '999' })).toBe('dist_id')
  })

  test('changes and deletions show at once and are in the trail', async () => {
    const id = await save(norte, { ...NOTE, dist_id: '101', text: 'Corte de luz' })
    const before = await as(admin, 'GET', '/api/notes?text=corte')
    await save(admin, { ...NOTE, id, revision: 1, to_date: '2026-05-08', text: 'Corte de luz' })
    const after = await as(admin, 'GET', '/api/notes?text=corte')
    expect(after.headers.etag).not.toBe(before.headers.etag)
    expect(after.json().data).toMatchObject([{ to_date: '2026-05-08', dist_id: null, author: 'Nora' }])
    expect((await as(admin, 'DELETE', `/api/notes/${id}`)).statusCode).toBe(200)
    expect(await textsOf(admin, 'text=corte')).toEqual([])
    const trail = await store.all<{ action: string; who: string; changes: string }>(
      sql`select action, who, changes from audit where subject = 'Corte de luz' order by audit_id`,
    )
    expect(trail.map(({ action, who }) => [action, who])).toEqual([
      ['note.create', 'norte@example.com'],
      ['note.update', 'super@example.com'],
      ['note.delete', 'super@example.com'],
    ])
    expect(JSON.parse(trail[1]?.changes ?? '')).toEqual({
      to_date: ['2026-05-06', '2026-05-08'],
      dist_id: ['101', null],
    })
  })
})
