// One change of two amounts at every door of the server: a shop whose products carry generated pairs, with ties, negative amounts
// and zero before, compared over several periods. By day a sample, by night more than 100,000 pairs on both engines.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { monthBounds } from '#contract/month.ts'
import { accountByEmail } from '#server/features/account/accounts.ts'
import { importShop } from '#server/ingest/import.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { smtpMailer } from '#server/outbox/mail.ts'
import type { Store } from '#server/store/store.ts'
import { ACCOUNTS, apiTokenOf, type TestApp, TIME_ZONE, testApp } from './app.ts'
import { changesShop, exactChange, mailText, shownText, sumOver, writeChangesShop } from './changes-shop.ts'
import { describeEngines } from './engines.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { callTool } from './mcp.ts'
import { NIGHTLY } from './nightly.ts'
import { ownFilesSource } from './own-files.ts'
import { unzip } from './unzip.ts'

const MONTHS = NIGHTLY ? 25 : 15
const made = changesShop(NIGHTLY ? 1500 : 150, MONTHS)
const LEAST_PAIRS = NIGHTLY ? 55_000 : 2000
/** One of so many products, months and segments, where a door holds only few changes. */
const SAMPLE = NIGHTLY ? 1 : 3

/** A busy machine takes several minutes for all pairs. */
const LONG = { timeout: 1_200_000 }

interface Asked {
  /** The first month, and how many there are. */
  readonly at: number
  readonly length: number
  readonly compare: 'previous' | 'year'
  readonly grain?: 'month'
}

const every = <T>(count: number, of: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => of(at))

/** Single months, the same a year later, spans of three, and courses by month. */
const ASKED: readonly Asked[] = [
  ...every(MONTHS - 1, (at) => ({ at: at + 1, length: 1, compare: 'previous' }) as const).filter(
    ({ at }) => NIGHTLY || at % 3 === 0,
  ),
  ...every(MONTHS - 12, (at) => ({ at: at + 12, length: 1, compare: 'year' }) as const),
  { at: 6, length: 3, compare: 'previous' },
  { at: 5, length: 5, compare: 'previous', grain: 'month' },
  { at: 12, length: MONTHS - 12, compare: 'year', grain: 'month' },
]

type Pair = readonly [now: bigint, before: bigint]
/** Hundredths of percent by product, and by month with a grain; null: from nothing. */
type Changes = Map<string, bigint | null>

const shiftOf = ({ length, compare }: Asked) => (compare === 'year' ? 12 : length)

function pairsOf(asked: Asked): Map<string, Pair> {
  const { at, length, grain } = asked
  const shift = shiftOf(asked)
  const pairs = new Map<string, Pair>()
  for (const [name, course] of made.cents) {
    const add = (key: string, from: number, count: number) => {
      const pair = [sumOver([course], from, count), sumOver([course], from - shift, count)] as const
      if (pair[0] !== 0n || pair[1] !== 0n) pairs.set(key, pair)
    }
    if (grain)
      for (let month = at; month < at + length; month++) add(`${name} ${made.months[month]}`, month, 1)
    else add(name, at, length)
  }
  return pairs
}

const parametersOf = ({ at, length, compare, grain }: Asked) => ({
  from: `${made.months[at]}-01`,
  to: monthBounds(made.months[at + length - 1] ?? '').to_date,
  compare,
  ...(grain && { grain }),
})

const questionOf = (asked: Asked) =>
  String(new URLSearchParams({ measures: 'net_sale', by: 'product', ...parametersOf(asked) }))

/** '-1234.5' → -123450n. */
function hundredths(text: string): bigint | null {
  const [, sign, whole = '', part = ''] = /^(-?)(\d+)(?:[.,](\d{1,2}))?$/.exec(text) ?? []
  if (whole === '') return null
  const units = BigInt(whole + part.padEnd(2, '0'))
  return sign ? -units : units
}
const ofNumber = (value: unknown) => (typeof value === 'number' ? hundredths(String(value)) : null)

interface WireRow {
  readonly product: { readonly label: string } | string
  readonly month?: string
  readonly net_sale_change: number | null
}
/** Files and links have the first day of a month: 2024-06-01, for Excel 01/06/2024, in workbooks its number. */
function monthIn(cell: string): string {
  if (/^\d{5}$/.test(cell)) return new Date(Date.UTC(1899, 11, 30 + Number(cell))).toISOString().slice(0, 7)
  const [, month, year] = /^01\/(\d\d)\/(\d{4})$/.exec(cell) ?? []
  return year === undefined ? cell.slice(0, 7) : `${year}-${month}`
}
const keyOf = (name: string, month?: string) => (month === undefined ? name : `${name} ${monthIn(month)}`)
const ofRows = (rows: readonly WireRow[]): Changes =>
  new Map(
    rows.map(({ product, month, net_sale_change }) => [
      keyOf(typeof product === 'string' ? product : product.label, month),
      ofNumber(net_sale_change),
    ]),
  )
/** Of the lines of a file: the change is the last cell. */
const ofLines = (lines: readonly string[][], { grain }: Asked): Changes =>
  new Map(lines.map((line) => [keyOf(line[0] ?? '', grain && line[1]), hundredths(line.at(-1) ?? '')]))

function linesOfWorkbook(workbook: Buffer): string[][] {
  const sheet = unzip(workbook).get('xl/worksheets/sheet1.xml') ?? ''
  const [titles = '', ...rows] = [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) => row)
  return rows.map((row) => {
    const cells = [...titles.matchAll(/<c /g)].map(() => '')
    for (const [, column = '', cell = ''] of row.matchAll(/<c r="([A-Z])\d+"[^>]*>(.*?)<\/c>/gs))
      cells['ABCDEF'.indexOf(column)] = cell.replace(/<[^>]*>/g, '')
    return cells
  })
}

/** What differs, at most a few of them. */
function wrongOf(found: Changes, pairs: ReadonlyMap<string, Pair>, fromZero: bigint | null = null) {
  const wrong = [...pairs].flatMap(([key, [now, before]]) => {
    const change = exactChange(now, before, 2)
    const right = change === null ? fromZero : change
    return found.get(key) === right ? [] : [[key, now, before, found.get(key)]]
  })
  return [found.size, ...wrong.slice(0, 5)]
}

describeEngines('one change at every door', (engine) => {
  let folder: string
  let store: Store
  let app: TestApp
  let mails: MailServer
  let token: string
  beforeAll(async () => {
    mails = await startMailServer()
    folder = mkdtempSync(join(tmpdir(), 'gondola-changes-'))
    store = await engine.open()
    const source = await ownFilesSource(writeChangesShop(made, folder))
    await importShop({ store, source, timeZone: TIME_ZONE, progress: silentProgress, currency: 'ARS' })
    await source.close()
    const options = { mail: smtpMailer(mails.url), publicUrl: 'https://gondola.example' }
    app = await testApp(store, { ...options, now: () => new Date('2026-11-26T15:00:00Z') })
    const session = await app.tokenOf('superAdmin')
    token = (await apiTokenOf(app, session, ['view:scorecard', 'view:products', 'view:distributors'])).token
  })
  afterAll(async () => {
    await app.close()
    await mails.close()
    rmSync(folder, { recursive: true })
  })

  const get = async (url: string, who: 'superAdmin' | undefined = 'superAdmin') => {
    const answer = await app.get(url, who)
    if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode} ${answer.body}`)
    return answer
  }
  const dataOf = async (url: string) => (await get(url)).json().data

  async function pagesOf(url: string) {
    const rows = []
    for (let page = 1; ; page++) {
      const { data, meta } = (await get(`${url}&per_page=1000&page=${page}`)).json()
      rows.push(...data)
      if (page >= meta.page_count) return rows
    }
  }

  async function ofAssistant(asked: Asked): Promise<Changes> {
    const changes: Changes = new Map()
    for (let page = 1; ; page++) {
      const { told } = await callTool(app, token, 'answer_question', {
        ...{ measures: ['net_sale'], by: ['product'], ...parametersOf(asked), rows: 500, page },
      })
      const rows = told?.rows as WireRow[]
      for (const [key, change] of ofRows(rows)) changes.set(key, change)
      if (rows.length < 500) return changes
    }
  }

  const fileOf = (asked: Asked, kind: string) =>
    get(`/api/questions/answer?${questionOf(asked)}&export=1&${kind}`)
  const csvOf = async (asked: Asked, csv: 'standard' | 'excel') => {
    const delimiter = csv === 'standard' ? ',' : ';'
    const lines: string[][] = parse((await fileOf(asked, `csv=${csv}`)).body, {
      bom: true,
      delimiter,
      from: 2,
    })
    return ofLines(lines, asked)
  }
  const ofLink = async (asked: Asked): Promise<[Changes, Changes]> => {
    const link = await app.post(
      '/api/data-links',
      { name: 'Cambios', question: questionOf(asked) },
      'superAdmin',
    )
    const { id, path } = link.json().data
    const rows: WireRow[] = (await get(`${path}.json`, undefined)).json()
    const lines: string[][] = parse((await get(`${path}.csv`, undefined)).body, { from: 2 })
    const headers = { authorization: `Bearer ${await app.tokenOf('superAdmin')}` }
    await app.server.inject({ method: 'DELETE', url: `/api/data-links/${id}`, headers })
    return [ofRows(rows), ofLines(lines, asked)]
  }

  test('answers, files, data links and assistants', LONG, async () => {
    let count = 0
    for (const asked of ASKED) {
      const pairs = pairsOf(asked)
      count += pairs.size
      const [json, csv] = await ofLink(asked)
      const doors = {
        explore: ofRows(await pagesOf(`/api/questions/answer?${questionOf(asked)}`)),
        csv: await csvOf(asked, 'standard'),
        excel: await csvOf(asked, 'excel'),
        xlsx: ofLines(linesOfWorkbook((await fileOf(asked, 'format=xlsx')).rawPayload), asked),
        assistant: await ofAssistant(asked),
        ...{ json, csvOfLink: csv },
      }
      for (const [door, found] of Object.entries(doors))
        expect([door, asked, ...wrongOf(found, pairs)]).toEqual([door, asked, pairs.size])
    }
    expect(count).toBeGreaterThan(LEAST_PAIRS)
  })

  /** Single months, as screens of a month compare them. */
  const SCREENS = ASKED.filter(({ length, grain }) => length === 1 && !grain)
  const monthOf = ({ at, compare }: Asked) => `start_date=${made.months[at]}&compare=${compare}`

  test('rankings and lists of products, with their files', LONG, async () => {
    for (const asked of SCREENS) {
      const pairs = pairsOf(asked)
      const month = monthOf(asked)
      const named = (rows: readonly { name: string; increment: number }[]): Changes =>
        new Map(rows.map(({ name, increment }) => [name, ofNumber(increment)]))
      const ranking = '/api/products/get-ranking-products-selled'
      const byDistributor = '/api/products/by-distributor'
      const titles: Record<string, string>[] = parse(
        (await get(`${ranking}?${month}&export=1&csv=standard`)).body,
        {
          columns: true,
        },
      )
      const doors = {
        ranking: named(await dataOf(`${ranking}?${month}`)),
        list: named(await pagesOf(`${byDistributor}?${month}`)),
        file: new Map(
          titles.map((row) => [row.Producto ?? '', hundredths(row['Variación %'] ?? '')] as const),
        ),
      }
      for (const [door, found] of Object.entries(doors))
        expect([door, asked, ...wrongOf(found, pairs, 0n)]).toEqual([door, asked, pairs.size])
    }
  })

  /** The pairs of products with the same of something. */
  function grouped(asked: Asked, of: (name: string) => string): Map<string, Pair> {
    const pairs = new Map<string, Pair>()
    for (const [name, [now, before]] of pairsOf(asked)) {
      const [nowBefore, beforeBefore] = pairs.get(of(name)) ?? [0n, 0n]
      pairs.set(of(name), [nowBefore + now, beforeBefore + before])
    }
    return pairs
  }

  test('cards, rings and lists of groups', async () => {
    for (const asked of SCREENS) {
      const month = monthOf(asked)
      const total = grouped(asked, () => 'Total')
      const card = await dataOf(`/api/summary/main-page?${month}`)
      const sold = await dataOf(`/api/products/qty-and-total-selled?${month}`)
      const ring = await dataOf(`/api/distributors/resume?${month}`)
      const businesses = await dataOf(`/api/orders/ranking-orders-by-business?${month}`)
      const segments = await dataOf(`/api/orders/ranking-orders-by-segments?${month}`)
      const totals: Record<string, bigint | null> = {
        scorecard: ofNumber(card.change.net_sale),
        'card of the ranking': ofNumber(sold.increment),
        'ring of distributors': ofNumber(ring.billing.increment),
        'ring of businesses': ofNumber(businesses.increment),
        'ring of segments': ofNumber(segments.increment),
      }
      for (const [door, change] of Object.entries(totals))
        expect([door, asked, ...wrongOf(new Map([['Total', change]]), total)]).toEqual([door, asked, 1])
      const rowsOf = (rows: readonly Record<string, unknown>[], name: string): Changes =>
        new Map(rows.map((row) => [String(row[name]), ofNumber(row.increment)]))
      const groups: [string, Changes, (name: string) => string][] = [
        ['distributors', rowsOf(ring.billing.items, 'dist_id'), made.distributorOf],
        [
          'list of distributors',
          rowsOf(await dataOf(`/api/distributors/get-distributors-list?${month}&per_page=100`), 'dist_id'),
          made.distributorOf,
        ],
        ['businesses', rowsOf(businesses.rows, 'business'), made.businessOf],
        ['segments', rowsOf(segments.rows, 'segment'), made.segmentOf],
      ]
      for (const [door, found, of] of groups) {
        const pairs = grouped(asked, of)
        expect([door, asked, ...wrongOf(found, pairs, 0n)]).toEqual([door, asked, pairs.size])
      }
    }
  })

  test('Por qué, on screen and for assistants', LONG, async () => {
    const asked = SCREENS.filter((_, index) => index % SAMPLE === 0)
    for (const [index, one] of asked.entries()) {
      const pairs = [...pairsOf(one)].filter((_, at) => at % (NIGHTLY ? 190 : 40) === index % 40)
      for (const [name, [now, before]] of pairs) {
        const where = `product:${Number(name.slice(-4)) + 1}`
        const days = parametersOf(one)
        const query = new URLSearchParams({ measure: 'net_sale', ...days, where })
        const { sentences } = await dataOf(`/api/questions/explain?${query}`)
        const { told } = await callTool(app, token, 'explain_change', { ...days, where: [where] })
        const [first = ''] = (told?.sentences ?? []) as string[]
        const shown = shownText(now, before)
        const texts = sentences[0].numbers.map(({ text }: { text: string }) => plain(text))
        const expected = now === before || shown === null ? [] : [shown]
        expect([name, one, texts.filter((text: string) => text.endsWith('%'))]).toEqual([name, one, expected])
        expect(plain(first).match(/\(([^)]*%)\)/)?.[1] ?? null).toEqual(expected[0] ?? null)
      }
    }
  })

  const plain = (text: string) => text.replaceAll('\u00a0', ' ')
  /** By product, the change in the last cell of a line of the text, and of a row of the HTML. */
  function changesIn({ text, html }: { text: string; html: string }) {
    const lines = plain(text).matchAll(/^(Producto \d+) .*\| (\S.*?)\r?$/gm)
    const rows = plain(html).matchAll(/<tr><td[^>]*>(Producto \d+)<\/td>.*?>([^<>]*)<\/td><\/tr>/g)
    return [lines, rows].map((found) => new Map([...found].map(([, name = '', change]) => [name, change])))
  }

  test('mails, in subject, text and HTML', LONG, async () => {
    const own = await accountByEmail(store, ACCOUNTS.superAdmin)
    const headers = { authorization: `Bearer ${await app.tokenOf('superAdmin')}` }
    for (const [index, asked] of SCREENS.entries()) {
      if (index % SAMPLE !== 0) continue
      const segment = `Segmento ${index % 9}`
      const pairs = new Map([...pairsOf(asked)].filter(([name]) => made.segmentOf(name) === segment))
      const question = `${questionOf(asked)}&where=${encodeURIComponent(`segment:${segment}`)}`
      const schedule = { every: 'day', at_time: '08:00', attachment: 'none', recipients: [own?.user_id] }
      const body = { name: 'Cambios', question, ...schedule }
      const { id } = (await app.post('/api/deliveries', body, 'superAdmin')).json().data
      await app.post(`/api/deliveries/${id}/try`, {}, 'superAdmin')
      await app.outbox.settled()
      await app.server.inject({ method: 'DELETE', url: `/api/deliveries/${id}`, headers })
      const [mail] = mails.received
      mails.reset()
      const [now, before] = grouped(asked, made.segmentOf).get(segment) ?? [0n, 0n]
      const total = mailText(now, before)
      expect(plain(mail?.subject ?? '')).toContain(` (${total})`)
      expect(plain(mail?.text ?? '')).toContain(`${total})`)
      expect(plain(mail?.html ?? '')).toContain(`${total?.startsWith('−') ? '▼' : '▲'} ${total}</div>`)
      for (const changes of changesIn(mail ?? { text: '', html: '' })) {
        expect(changes.size).toBe(Math.min(12, pairs.size))
        for (const [name, change] of changes) {
          const [one, other] = pairs.get(name) ?? [0n, 0n]
          expect([asked, name, change]).toEqual([asked, name, mailText(one, other) ?? '–'])
        }
      }
    }
  })
})
