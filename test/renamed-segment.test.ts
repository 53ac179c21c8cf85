// The shop renames a category: what holds the old name follows it, and a name that products have again means itself.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { importShop } from '#server/ingest/import.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import type { Store } from '#server/store/store.ts'
import { type TestApp, TIME_ZONE, testApp } from './app.ts'
import { describeOneEngine } from './engines.ts'
import { ownFilesSource } from './own-files.ts'

const WATCH = join(import.meta.dirname, '../fixtures/watch')
const TITLES = 'producto;nombre;sku;precio;negocio;segmento'

describeOneEngine('a renamed segment', (engine) => {
  let folder: string
  let store: Store
  let app: TestApp
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gondola-renamed-'))
    cpSync(join(WATCH, 'mini'), folder, { recursive: true })
    store = await engine.open()
    await importFolder()
    app = await testApp(store, { now: () => new Date('2026-11-26T15:00:00Z') })
  })
  afterEach(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })

  const importFolder = async (complete = false) =>
    importShop({
      ...{ store, source: await ownFilesSource(folder, { complete }), timeZone: TIME_ZONE },
      ...{ progress: silentProgress, currency: 'ARS' },
    })
  async function productsBecome(...lines: string[]) {
    writeFileSync(join(folder, 'productos.csv'), [TITLES, ...lines, ''].join('\n'))
    await importFolder(true)
  }
  const get = async (path: string) => {
    const answer = await app.get(path, 'superAdmin')
    expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()])
    return answer.json().data
  }
  const YEAR = 'measures=net_sale&grain=month&from=2026-09-01&to=2026-10-31'
  const monthsOf = async (where: string) =>
    (await get(`/api/questions/answer?${YEAR}&where=${encodeURIComponent(where)}`)).flatMap(
      ({ month, net_sale }: { month: string; net_sale: number }) =>
        net_sale === 0 ? [] : [[month, net_sale]],
    )
  const DULCES = [
    ['2026-09', 2400],
    ['2026-10', 1200],
  ]
  const goalsOf = async () =>
    Object.fromEntries(
      (await get('/api/goals?measure=net_sale&by=segment&year=2026')).map(
        ({ key, goals }: { key: string; goals: (number | null)[] }) => [key, goals[10]],
      ),
    )
  const setGoal = (key: string) =>
    app.post(
      '/api/goals',
      { measure: 'net_sale', by: 'segment', cells: [{ key, month: '2026-11', amount: 500 }] },
      'superAdmin',
    )

  test('keeps its figures, its goal, its progress, its view and its label', async () => {
    expect(await monthsOf('segment:Dulces')).toEqual(DULCES)
    const withoutDulces = await monthsOf('segment!:Dulces')
    expect((await setGoal('Dulces')).statusCode).toBe(200)
    const address = `/analysis/explore?${YEAR}&where=segment:Dulces`
    const view = (await app.post('/api/views', { name: 'Dulces', address }, 'superAdmin')).json().data

    cpSync(join(WATCH, 'renamed-segment'), folder, { recursive: true })
    await importFolder()
    expect(await monthsOf('segment:Dulces')).toEqual(DULCES)
    expect(await monthsOf('segment:Dulces finos')).toEqual(DULCES)
    expect(await monthsOf('segment!:Dulces')).toEqual(withoutDulces)
    expect(await goalsOf()).toEqual({ 'Dulces finos': 500, 'Dulces, salados': null, Yerbas: null })
    const progress = await get('/api/goals/progress?measure=net_sale&by=segment&month=2026-11&key=Dulces')
    expect(progress).toMatchObject([{ key: 'Dulces finos', label: 'Dulces finos', goal: 500 }])
    expect((await get(`/api/views/${view.id}`)).missing).toEqual([])

    // Renamed once more, and back.
    await productsBecome(
      '1;Caramelo;C1;100;Golosinas;Caramelos',
      '2;Mix;M1;100;Golosinas;"Dulces, salados"',
      '3;Yerba;Y1;1000;Almacén;Yerbas',
    )
    expect(await monthsOf('segment:Dulces')).toEqual(DULCES)
    expect(await monthsOf('segment:Dulces finos')).toEqual(DULCES)
    await productsBecome(
      '1;Caramelo;C1;100;Golosinas;Dulces',
      '2;Mix;M1;100;Golosinas;"Dulces, salados"',
      '3;Yerba;Y1;1000;Almacén;Yerbas',
    )
    expect(await monthsOf('segment:Caramelos')).toEqual(DULCES)
    expect(await goalsOf()).toMatchObject({ Dulces: 500 })
  })

  test('is one although the shop deleted a product of it', async () => {
    const others = ['2;Mix;M1;100;Golosinas;"Dulces, salados"', '3;Yerba;Y1;1000;Almacén;Yerbas']
    const sweet = '4;Chicle;C4;100;Golosinas;Dulces'
    await productsBecome('1;Caramelo;C1;100;Golosinas;Dulces', sweet, ...others)
    // The caramels that sold are deleted; another product of the segment stays.
    await productsBecome(sweet, ...others)
    expect(await monthsOf('segment:Dulces')).toEqual(DULCES)
    expect((await setGoal('Dulces')).statusCode).toBe(200)
    await productsBecome(sweet.replace('Dulces', 'Dulces finos'), ...others)
    expect(await monthsOf('segment:Dulces finos')).toEqual(DULCES)
    expect(await monthsOf('segment:Dulces')).toEqual(DULCES)
    expect(await goalsOf()).toMatchObject({ 'Dulces finos': 500 })
  })

  test('keeps its goal while a product of the new name is added', async () => {
    expect((await setGoal('Dulces')).statusCode).toBe(200)
    await productsBecome(
      '1;Caramelo;C1;100;Golosinas;Dulces finos',
      '2;Mix;M1;100;Golosinas;"Dulces, salados"',
      '3;Yerba;Y1;1000;Almacén;Yerbas',
      '4;Chicle;C4;100;Golosinas;Dulces finos',
    )
    expect(await monthsOf('segment:Dulces')).toEqual(DULCES)
    expect(await goalsOf()).toMatchObject({ 'Dulces finos': 500 })
  })

  test('stands beside a distributor whose orders differ in its name alone', async () => {
    const cells = [{ key: '1', month: '2026-11', amount: 500 }]
    await app.post('/api/goals', { measure: 'net_sale', by: 'distributor', cells }, 'superAdmin')
    const orders = join(folder, 'ordenes.csv')
    writeFileSync(orders, readFileSync(orders, 'utf8').replaceAll('Distri 1', 'Distri Uno SA'))
    await importFolder()
    const labels = (await get('/api/goals?measure=net_sale&by=distributor&year=2026')).map(
      ({ label, goals }: { label: string; goals: (number | null)[] }) => [label, goals[10]],
    )
    expect(labels).toEqual([
      ['Distri 2', null],
      ['Distri Uno SA', 500],
    ])
  })

  test('keeps its data link, its explanation and its alert', async () => {
    const question = `${YEAR}&where=segment:Dulces`
    const link = await app.post('/api/data-links', { name: 'Dulces', question }, 'superAdmin')
    expect(link.statusCode, link.body).toBe(200)
    const watched = {
      ...{ name: 'Dulces', question: 'measures=net_sale&where=segment:Dulces' },
      condition: { kind: 'below', value: 1e6, over: 1 },
    }
    const read = async () => {
      const file = await app.server.inject(`${link.json().data.path}.csv`)
      const tried = await app.post('/api/alerts/try', watched, 'superAdmin')
      const why = await app.get(
        '/api/questions/explain?measure=net_sale&from=2026-10-01&to=2026-10-31&compare=previous&where=segment:Dulces',
        'superAdmin',
      )
      expect([file.statusCode, tried.statusCode, why.statusCode], why.body).toEqual([200, 200, 200])
      const { before, after } = why.json().data
      return { file: file.body, incidents: tried.json().data.incidents, before, after }
    }
    const before = await read()
    expect(before).toMatchObject({
      before: 2400,
      after: 1200,
      file: expect.stringContaining('2026-10-01,1200.00'),
    })
    cpSync(join(WATCH, 'renamed-segment'), folder, { recursive: true })
    await importFolder()
    expect(await read()).toEqual(before)
  })

  test('that joins another one is no new name, and its view says so', async () => {
    const address = `/analysis/explore?${YEAR}&where=segment:Dulces`
    const view = (await app.post('/api/views', { name: 'Dulces', address }, 'superAdmin')).json().data
    await productsBecome(
      '1;Caramelo;C1;100;Golosinas;Yerbas',
      '2;Mix;M1;100;Golosinas;"Dulces, salados"',
      '3;Yerba;Y1;1000;Almacén;Yerbas',
    )
    expect(await monthsOf('segment:Dulces')).toEqual([])
    expect((await get(`/api/views/${view.id}`)).missing).toMatchObject([{ values: ['Dulces'] }])
  })

  test.each([
    ['joins another', '1;Caramelo;C1;100;Golosinas;Yerbas', '4;Chicle;C4;100;Golosinas;Yerbas'],
    ['is split', '1;Caramelo;C1;100;Golosinas;Duros', '4;Chicle;C4;100;Golosinas;Blandos'],
  ])('that %s leaves its goal, its link and its alert saying that it is gone', async (_, ...products) => {
    const others = ['2;Mix;M1;100;Golosinas;"Dulces, salados"', '3;Yerba;Y1;1000;Almacén;Yerbas']
    await productsBecome('1;Caramelo;C1;100;Golosinas;Dulces', '4;Chicle;C4;100;Golosinas;Dulces', ...others)
    expect((await setGoal('Dulces')).statusCode).toBe(200)
    const link = await app.post(
      '/api/data-links',
      { name: 'Dulces', question: `${YEAR}&where=segment:Dulces` },
      'superAdmin',
    )
    const watched = {
      ...{ name: 'Dulces', question: 'measures=net_sale&where=segment:Dulces', least: 0, role_ids: [] },
      condition: { kind: 'below', value: 1, over: 1 },
    }
    expect((await app.post('/api/alerts', watched, 'superAdmin')).statusCode).toBe(200)
    await productsBecome(...products, ...others)

    const words = 'El filtro ya no encuentra Segmento «Dulces». Si cambió de nombre, elegí el nuevo.'
    const file = await app.server.inject(`${link.json().data.path}.csv`)
    expect([file.statusCode, file.json()]).toMatchObject([
      400,
      { code: 'data-link-finds-nothing', errors: [{ message: words }] },
    ])
    await app.alerts.evaluate()
    expect(await get('/api/alerts')).toMatchObject([{ name: 'Dulces', problem: words }])
    expect((await get('/api/notices')).notices).toMatchObject([
      { title: 'La alerta «Dulces» ya no mira nada' },
    ])

    const rowOf = async () =>
      (await get('/api/goals?measure=net_sale&by=segment&year=2026')).find(
        ({ key }: { key: string }) => key === 'Dulces',
      )
    expect(await rowOf()).toMatchObject({ gone: true, goals: { 10: 500 } })
    expect(await get('/api/goals/progress?measure=net_sale&by=segment&month=2026-11')).toMatchObject([
      { key: 'Dulces', goal: 500, gone: true },
    ])
    const removed = {
      measure: 'net_sale',
      by: 'segment',
      cells: [{ key: 'Dulces', month: '2026-11', amount: null }],
    }
    expect((await app.post('/api/goals', removed, 'superAdmin')).statusCode).toBe(200)
    expect(await rowOf()).toBeUndefined()
    expect((await app.post('/api/goals/undo', {}, 'superAdmin')).statusCode).toBe(200)
    expect(await rowOf()).toMatchObject({ gone: true })
  })

  test('whose name another product takes later means that product', async () => {
    cpSync(join(WATCH, 'renamed-segment'), folder, { recursive: true })
    await importFolder()
    await productsBecome(
      '1;Caramelo;C1;100;Golosinas;Dulces finos',
      '2;Mix;M1;100;Golosinas;Dulces',
      '3;Yerba;Y1;1000;Almacén;Yerbas',
    )
    expect(await monthsOf('segment:Dulces')).toEqual([['2026-10', 300]])
  })
})
