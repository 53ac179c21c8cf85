// Dropped files over HTTP: preview, answers, confirmation, undo.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportPreview } from '#contract/imports.ts'
import { purgeImports } from '#server/ingest/file-import-rows.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { apiTokenOf, type TestApp, testApp, type Who } from './app.ts'
import { assigned, DROPPED, droppedFiles } from './dropped-files.ts'
import { describeEngines, describeOneEngine } from './engines.ts'
import { storeRows } from './store-rows.ts'

interface Sent {
  readonly name: string
  readonly bytes: Buffer | string
}

function form(files: readonly Sent[], fields: Readonly<Record<string, string>>) {
  const boundary = 'limite-de-la-prueba'
  const parts = [
    ...Object.entries(fields).map(([name, value]) =>
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    ),
    ...files.flatMap(({ name, bytes }) => [
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
      ),
      Buffer.from(bytes),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]
  return { payload: Buffer.concat(parts), type: `multipart/form-data; boundary=${boundary}` }
}

interface Calls {
  send(
    files: readonly Sent[],
    fields?: Readonly<Record<string, string>>,
    who?: Who | { token: string },
  ): Promise<Answer>
  post(path: string, body?: object): Promise<Answer>
  /** Waits until nothing runs. */
  ended(id: string): Promise<ImportPreview>
}

interface Answer {
  readonly status: number
  readonly body: {
    code?: string
    message?: string
    errors?: { path: string; message: string }[]
    data: ImportPreview
  }
}

function callsOf(app: TestApp): Calls {
  const answer = (response: { statusCode: number; json(): Answer['body'] }): Answer => ({
    status: response.statusCode,
    body: response.json(),
  })
  return {
    async send(files, fields = {}, who = 'superAdmin') {
      const { payload, type } = form(files, fields)
      const token = typeof who === 'string' ? await app.tokenOf(who) : who.token
      return answer(
        await app.server.inject({
          ...{ method: 'POST', url: '/api/imports', payload },
          headers: { authorization: `Bearer ${token}`, 'content-type': type },
        }),
      )
    },
    post: async (path, body = {}) => answer(await app.post(path, body, 'superAdmin')),
    async ended(id) {
      for (;;) {
        const { data } = (await app.get(`/api/imports/${id}`, 'superAdmin')).json()
        if (data.state !== 'reading' && data.state !== 'importing') return data
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}

const folder = () => mkdtempSync(join(tmpdir(), 'gondola-imports-'))
describeEngines('dropped files', (engine) => {
  test.each(DROPPED.map((one) => [one.case, one] as const))('%s by calls, and back', async (_, one) => {
    const store = await engine.open()
    const uploads = folder()
    const app = await testApp(store, { importFolder: uploads })
    const { send, post, ended } = callsOf(app)
    const before = await storeRows(store)
    const files = droppedFiles(one).map(({ path, name }) => ({ name, bytes: readFileSync(path) }))
    const first = await send(files, { dry_run: '1' })
    expect(first.status).toBe(200)
    const { id, kind, questions, statuses } = first.body.data
    expect(kind).toBe(one.kind)
    const keys = questions.map(({ key }) => key as string)
    for (const word of one.ask.must_not) expect(keys).not.toContain(word)
    for (const word of one.ask.must.map((text) => text.replace('status: ', '')))
      expect(
        statuses.filter(({ status }) => status === null).map(({ value }) => value.toLowerCase()),
      ).toContain(word)
    expect(await storeRows(store)).toEqual(before)
    const chosen = Object.fromEntries(statuses.map(({ value }) => [value, assigned(one, value)]))
    const answered = await post(`/api/imports/${id}/answers`, {
      recipe: { ...one.answers, statuses: chosen },
    })
    const { data } = answered.body
    expect(data).toMatchObject({ state: 'ready', questions: [], by_status: one.by_status })
    expect(Object.fromEntries(data.months.map(({ month, after }) => [month, after]))).toMatchObject(
      Object.fromEntries(
        Object.entries(one.months).map(([month, { orders, units, net }]) => [month, { orders, units, net }]),
      ),
    )
    expect(sorted(data.rejects.rows.map(({ file, row, column }) => ({ file, row, column })))).toEqual(
      sorted(one.rejects),
    )
    expect(sorted(data.warnings.map(({ code, order }) => ({ code, order })))).toEqual(sorted(one.tell))
    expect((await post(`/api/imports/${id}/confirm`, { version: data.version - 1 })).status).toBe(409)
    expect((await post(`/api/imports/${id}/confirm`, { version: data.version })).status).toBe(202)
    const done = await ended(id)
    expect(done.state).toBe(one.rejects.length > 0 ? 'warning' : 'done')
    expect(readdirSync(uploads)).toEqual([])
    const months = await store.all(sql`
      select month, count(*) as orders, cast(sum(net) as varchar) as net from orders
      where status = 'wc-completed' and counted group by month order by month`)
    expect(months.map((row) => [row.month, Number(row.orders), Number(row.net)])).toEqual(
      Object.entries(one.months).map(([month, { orders, net }]) => [month, orders, net]),
    )
    expect((await post(`/api/imports/${id}/undo`)).body.data.state).toBe('undone')
    expect(await storeRows(store)).toEqual(before)
    const audit = await store.all<{ action: string }>(sql`select action from audit order by audit_id`)
    expect(audit.map(({ action }) => action)).toEqual(['files.import', 'files.undo'])
    await app.close()
  })
})

const sorted = <T>(rows: readonly T[]): T[] =>
  [...rows].sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))

const SALES = 'Pedido;Fecha;Estado;Producto;Cantidad;Importe\n1;2026-05-01;Entregado;Alfajor;2;10,50\n'
const MAPPED = {
  columns: {
    'ventas.csv': {
      order: 'Pedido',
      date: 'Fecha',
      status: 'Estado',
      product: 'Producto',
      quantity: 'Cantidad',
      line_total: 'Importe',
    },
  },
  currency: 'ARS',
}

describeOneEngine('dropped files and their callers', (engine) => {
  let store: Store
  let app: TestApp
  let calls: Calls
  beforeAll(async () => {
    store = await engine.open()
    app = await testApp(store, { importFolder: folder() })
    calls = callsOf(app)
  })
  afterAll(() => app.close())
  const orders = () => store.all(sql`select order_id from orders order by order_id`)

  test('refuses other accounts, and tokens without the permission', async () => {
    const file = { name: 'ventas.csv', bytes: SALES }
    for (const who of ['admin', 'scoped', 'viewer'] as const)
      expect((await calls.send([file], {}, who)).status).toBe(403)
    const session = await app.tokenOf('superAdmin')
    const reads = await apiTokenOf(app, session, ['view:orders'])
    expect((await calls.send([file], {}, reads)).status).toBe(403)
    const imports = await apiTokenOf(app, session, ['import:files'])
    expect((await calls.send([file], { dry_run: '1' }, imports)).status).toBe(200)
    const limited = await apiTokenOf(app, session, ['import:files'], ['101'])
    expect((await calls.send([file], {}, limited)).status).toBe(403)
  })

  test('asks with a 409, and imports at once what leaves nothing to ask', async () => {
    const file = { name: 'ventas.csv', bytes: SALES }
    const asked = await calls.send([file])
    expect(asked).toMatchObject({
      status: 409,
      body: {
        code: 'import-asks',
        data: { state: 'asking', questions: [{ key: 'columns' }, { key: 'currency' }] },
      },
    })
    expect(await orders()).toEqual([])
    const sent = await calls.send([file], { recipe: JSON.stringify(MAPPED) })
    expect((await calls.ended(sent.body.data.id)).state).toBe('done')
    expect(await orders()).toEqual([{ order_id: 1 }])
    const again = await calls.send([file], { recipe: JSON.stringify(MAPPED), dry_run: '1' })
    expect(again.body.data.changes).toEqual({ added: 0, changed: 0, unchanged: 1, removed: 0 })
    const csv = await app.get(`/api/imports/${again.body.data.id}/rejects`, 'superAdmin')
    expect(csv).toMatchObject({ statusCode: 200, body: '\uFEFF' })
  })

  test('undoes the later import first', async () => {
    const changed = { name: 'ventas.csv', bytes: SALES.replace('10,50', '12,50') }
    const [first] = await store.all<{ import_id: string }>(
      sql`select import_id from file_imports where state = 'done'`,
    )
    const { body } = await calls.send([changed], { recipe: JSON.stringify(MAPPED) })
    await calls.ended(body.data.id)
    expect((await calls.post(`/api/imports/${first!.import_id}/undo`)).status).toBe(409)
    expect((await calls.post(`/api/imports/${body.data.id}/undo`)).status).toBe(200)
    expect(await store.all(sql`select cast(net as varchar) as net from orders`)).toEqual([{ net: '10.50' }])
    expect((await calls.post(`/api/imports/${first!.import_id}/undo`)).status).toBe(200)
    expect(await orders()).toEqual([])
  })

  test.each([
    ['a PDF named .csv', 'ventas.csv', '%PDF-1.7 …', 415, /un PDF/],
    ['an empty file', 'ventas.csv', '', 400, /está vacío/],
    ['text without a table', 'carta.txt', 'Hola\nChau\n', 415, /fila de títulos/],
    ['only titles', 'ventas.csv', SALES.split('\n')[0]!, 422, /ninguna orden/],
    ['an unclosed quote', 'ventas.csv', `${SALES}2;2026-05-01;Entregado;"Alfajor;1;5\n`, 400, /comillas/],
    ['100,000 columns', 'ventas.csv', `${SALES.split('\n')[0]}${';x'.repeat(100_000)}\n`, 413, /columnas/],
    ['a line of 8 MB', 'ventas.csv', `${SALES}2;${'x'.repeat(8 << 20)}\n`, 413, /demasiado larga/],
    ['a bomb', 'ventas.csv.gz', gzipSync(Buffer.alloc(100 << 20, 'a')), 413, /descomprimirse/],
    ['a damaged zip', 'ventas.zip', 'PK\u0003\u0004nada', 400, /descomprimir/],
  ])('refuses %s and writes nothing', async (_, name, bytes, status, message) => {
    const answer = await calls.send([{ name, bytes }], { recipe: JSON.stringify(MAPPED) })
    expect(answer.status).toBe(status)
    expect(answer.body.errors?.[0]).toMatchObject({
      path: 'file[0]',
      message: expect.stringMatching(message),
    })
    expect(await orders()).toEqual([])
  })

  test('keeps nothing of people for ever: files and rows for an undo go after 30 days', async () => {
    const { body } = await calls.send([{ name: 'ventas.csv', bytes: SALES.replace('10,50', '14,50') }], {
      recipe: JSON.stringify(MAPPED),
    })
    const { id } = await calls.ended(body.data.id)
    const kept = async () =>
      (await store.all(sql`select order_id from file_import_orders where import_id = ${id}`)).length
    const applied = Date.parse(
      `${String((await store.one<{ at: string }>(sql`select cast(applied_at as varchar) as at from file_imports where import_id = ${id}`))!.at).replace(' ', 'T')}Z`,
    )
    await store.transaction((tx) => purgeImports(tx, new Date(applied + 29 * 86_400_000)))
    expect(await kept()).toBe(1)
    await store.transaction((tx) => purgeImports(tx, new Date(applied + 31 * 86_400_000)))
    expect(await kept()).toBe(0)
    expect(await calls.post(`/api/imports/${id}/undo`)).toMatchObject({
      status: 409,
      body: { code: 'import-not-undoable' },
    })
    const uploads = folder()
    for (const [name, days] of [
      ['old', 31],
      ['new', 29],
    ] as const) {
      mkdirSync(join(uploads, name))
      const then = new Date(Date.now() - days * 86_400_000)
      utimesSync(join(uploads, name), then, then)
    }
    const other = await testApp(await engine.open(), { importFolder: uploads })
    expect(readdirSync(uploads)).toEqual(['new'])
    await other.close()
  })
})
