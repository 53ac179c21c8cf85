// What a limited role gets does not depend on anything outside it: two shops that are alike inside a role's distributors, and
// differ in every person, value and amount outside, answer it alike. Each run takes a fixed sample, nightly runs everything.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { REPORTED_PATHS } from '#contract/address.ts'
import { canSplit, canWatch } from '#contract/alerts/rule.ts'
import { endpoints } from '#contract/api.ts'
import { API_TOKEN_PERMISSIONS } from '#contract/permissions.ts'
import { DIMENSION_KEYS, type DimensionKey, dimensionOf } from '#contract/questions/dimensions.ts'
import { escapedValue } from '#contract/questions/filter.ts'
import { MEASURE_KEYS, type MeasureKey } from '#contract/questions/measures.ts'
import { fits } from '#contract/questions/rules.ts'
import type { CustomerFact, OrderFacts } from '#server/domain/facts.ts'
import { accountByEmail } from '#server/features/account/accounts.ts'
import { smtpMailer } from '#server/outbox/mail.ts'
import { sql } from '#server/store/sql.ts'
import { openSmallShop } from '../fixtures/open-small-shop.ts'
import { smallShop } from '../fixtures/small-shop.ts'
import { apiTokenOf, SCOPE, type TestApp, testApp } from './app.ts'
import { describeOneEngine } from './engines.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { callTool } from './mcp.ts'
import { addNewcomer, callWithToken } from './newcomers.ts'
import { NIGHTLY } from './nightly.ts'
import { unzip } from './unzip.ts'

const LONG = { timeout: NIGHTLY ? 14_400_000 : 1_200_000 }
const NOW = () => new Date('2026-06-03T15:00:00Z')
const FOREIGN = ['301', '302']
const PERMISSIONS = [...API_TOKEN_PERMISSIONS]

/** What is outside: the orders and accounts of the small shop at other distributors, with other names and amounts. */
interface Outside {
  readonly word: string
  readonly factor: number
  readonly names: readonly [string, string]
}
const OUTSIDE: readonly [Outside, Outside] = [
  { word: 'uno', factor: 1, names: ['Primera', 'Segunda'] },
  { word: 'otro', factor: 7, names: ['Tercera', 'Cuarta'] },
]

const isInside = ({ order }: OrderFacts) => SCOPE.includes(order.dist_id)
const times = (amount: string, factor: number) => (Number(amount) * factor).toFixed(2)

function orderOutside(facts: OrderFacts, index: number, { word, factor, names }: Outside): OrderFacts {
  const place = index % 2
  const dist_id = FOREIGN[place] ?? ''
  const of = { order_id: facts.order.order_id + 1000, dist_id }
  const { order } = facts
  const product = { name: `${word} borrado ${index}`, product_id: 0 }
  return {
    order: {
      ...order,
      ...of,
      customer_id: order.customer_id && order.customer_id + 100,
      email: order.email && `${word}.${order.email}`,
      first_name: word,
      last_name: `${word} ${index}`,
      city: `Ciudad ${word}`,
      province: word === 'uno' ? 'SALTA' : 'JUJUY',
      payment_method: `pago-${word}`,
      invoice_number: `${word}-${index}`,
      number: `${word}-n${index}`,
      status: index === 0 ? `wc-${word}` : order.status,
      net: times(order.net, factor),
      gross: times(order.gross, factor),
      discount: times(order.discount, factor),
      refunded: times(order.refunded, factor),
    },
    lines: facts.lines.map((line, at) => ({
      ...line,
      ...of,
      ...(at === 0 ? product : {}),
      line_id: line.line_id + 10_000,
      net: times(line.net, factor),
      gross: times(line.gross, factor),
    })),
    discounts: facts.discounts.map((one) => ({
      ...one,
      ...of,
      ...{ discount_id: one.discount_id + 10_000, name: `cupón-${word}`, sub_group: word, promo_name: word },
    })),
    refunds: facts.refunds.map((one) => ({ ...one, ...of, refund_id: one.refund_id + 10_000 })),
    distributor: { dist_id, name: names[place] ?? '' },
  }
}

/** Ids are those of the other shop; every fifth account has no name, so that its e-mail would be shown. */
const accountOutside = (customer: CustomerFact, index: number, { word }: Outside): CustomerFact => ({
  ...customer,
  customer_id: customer.customer_id + 100,
  email: `${word}.${customer.email}`,
  first_name: index === 1 ? '' : word,
  last_name: index === 1 ? '' : `${word} ${index}`,
  role: index === 0 ? `rol_${word}` : 'rol_ajeno',
  company: index === 0 ? '' : `Empresa ${word}`,
  employee_id: word,
  city: `Ciudad ${word}`,
  province: word === 'uno' ? 'SALTA' : 'JUJUY',
  dist_id: FOREIGN[index % 2] ?? '',
})

const accountsInside = smallShop.customers.map((customer) => ({ ...customer, dist_id: SCOPE[0] ?? '' }))

const shopWith = (outside: Outside) => ({
  orders: [
    ...smallShop.orders.filter(isInside),
    ...smallShop.orders.map((facts, index) => orderOutside(facts, index, outside)),
  ],
  customers: [
    ...accountsInside,
    ...smallShop.customers.map((customer, index) => accountOutside(customer, index, outside)),
  ],
  products: smallShop.products,
})

/** Without moments at which a shop was written, whose form no day of it has, and ids and secrets that are random. */
const withoutTimes = (text: string): string =>
  text
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z/g, '(time)')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '(id)')
    // Of a PDF: when it was made, and its id that follows from it.
    .replaceAll(/\(D:\d{14}Z\)/g, '(time)')
    .replaceAll(/\/ID \[<[0-9a-f]+> <[0-9a-f]+>\]/g, '/ID (random)')
    .replaceAll(/"hint":"[^"]*"/g, '"hint":"(random)"')
    .replaceAll(/(unsubscribe\/\d+\.\d+\.)[\w-]+/g, '$1(signature)')

const asText = (body: Buffer): string => {
  if (body.subarray(0, 2).toString() !== 'PK') return withoutTimes(body.toString('latin1'))
  const parts = [...unzip(body)].filter(([name]) => !name.startsWith('docProps/'))
  return withoutTimes(JSON.stringify(parts))
}

interface Reader {
  readonly app: TestApp
  readonly user: number
  readonly session: string
  readonly token: string
}

let turn = 0
/** Every n-th, starting at a different one each time. */
function sample<T>(
  values: readonly T[],
  { byDay, nightly = 1 }: { byDay: number; nightly?: number },
): readonly T[] {
  const n = NIGHTLY ? nightly : byDay
  const first = turn++ % n
  return values.filter((_, index) => index % n === first % Math.min(n, values.length))
}

describeOneEngine('what is outside a role', (engine) => {
  /** For each role, the same reader of both shops: some distributors, one, or none. */
  const readers: { scope: string; pair: readonly [Reader, Reader] }[] = []
  const apps: TestApp[] = []
  let mails: MailServer
  let asked = 0
  /** Who asks next: nightly all, by day one after the other. */
  const asking = () => (NIGHTLY ? readers : [readers[asked++ % readers.length]!])
  let compared = 0
  let isDifferent = 0

  beforeAll(async () => {
    mails = await startMailServer()
    const options = { now: NOW, mail: smtpMailer(mails.url), publicUrl: 'https://gondola.example' }
    for (const outside of OUTSIDE)
      apps.push(await testApp(await openSmallShop(engine, shopWith(outside)), options))
    for (const scope of [SCOPE, SCOPE.slice(0, 1), []]) {
      const reader = async (app: TestApp): Promise<Reader> => {
        const name = `limited-${scope.length}`
        const { email, session } = await addNewcomer(app, app.store, name, PERMISSIONS, scope)
        const user = (await accountByEmail(app.store, email))?.user_id ?? 0
        return { app, user, session, token: (await apiTokenOf(app, session, PERMISSIONS)).token }
      }
      readers.push({
        scope: scope.join() || 'none',
        pair: [await reader(apps[0]!), await reader(apps[1]!)],
      })
    }
  }, LONG.timeout)
  afterAll(async () => {
    for (const app of apps) await app.close()
    await mails.close()
  })

  /** Compares what both shops answer to a reader. */
  async function alike(
    label: string,
    [one, other]: readonly [Reader, Reader],
    ask: (reader: Reader) => Promise<string>,
  ) {
    compared++
    const [left, right] = [await ask(one), await ask(other)]
    expect(left, label).toBe(right)
  }

  const get =
    (url: string) =>
    async ({ app, session }: Reader) => {
      const { statusCode, rawPayload } = await callWithToken(app, session, 'GET', url)
      expect(statusCode, url).toBeLessThan(500)
      return `${statusCode} ${asText(rawPayload)}`
    }

  /** Both shops differ for whoever sees them whole. */
  async function differs(url: string) {
    const [one, other] = await Promise.all(apps.map((app) => app.get(url, 'superAdmin')))
    if (asText(one!.rawPayload) !== asText(other!.rawPayload)) isDifferent++
  }

  const PARAMETERS: readonly (readonly [dist: string, role: string, other: string])[] = [
    ['101', 'customer', '1'],
    ['301', 'rol_ajeno', '101'],
    ['302', 'rol_uno', '1011'],
    ['nadie', 'Empresa uno', '1010'],
  ]
  const filled = (path: string, [dist, role, other]: (typeof PARAMETERS)[number]) =>
    path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(name === 'dist_id' ? dist : name.startsWith('role') ? role : other),
    )
  const gets = endpoints.filter(({ method, path }) => method === 'GET' && !path.startsWith('/api/data/'))
  const FORMATS = ['', '&export=1', '&export=1&csv=standard', '&export=1&format=xlsx']

  test('changes no answer to a GET, in any format, for its own values or others', LONG, async () => {
    const urls = gets.flatMap(({ path }) =>
      PARAMETERS.slice(0, path.includes('{') ? undefined : 1).flatMap((parameters) =>
        ['2026-05', '2026-04'].flatMap((month) =>
          FORMATS.map((format) => `${filled(path, parameters)}?start_date=${month}${format}`),
        ),
      ),
    )
    for (const url of sample(urls, { byDay: 48 })) {
      await differs(url)
      for (const { scope, pair } of asking()) await alike(`${scope} ${url}`, pair, get(url))
    }
    expect(isDifferent).toBeGreaterThan(NIGHTLY ? 200 : 5)
  })

  /** Keys that any of the shops has, and those that nobody has. */
  async function keysOf(by: DimensionKey): Promise<string[]> {
    const measures = MEASURE_KEYS.filter((measure) => fits(measure, by))
      .slice(0, 8)
      .join()
    const url = `/api/questions/answer?measures=${measures}&by=${by}&period=all&where=status!:`
    const rows = await Promise.all(apps.map(async (app) => (await app.get(url, 'superAdmin')).json().data))
    const keys = rows.flat().map((row: Record<string, { key: string }>) => row[by]?.key ?? '')
    return [...new Set([...keys, '102', '101', '9999', 'name:uno borrado 0', 'new'])].filter(
      dimensionOf(by).keys.isKey,
    )
  }

  const DAYS = ['from=2026-05-01&to=2026-05-31', 'from=2026-04-15&to=2026-05-20']

  test('changes no answer to a question, whatever its filters and dimensions', LONG, async () => {
    for (const by of DIMENSION_KEYS) {
      const keys = await keysOf(by)
      const all = keys.map(escapedValue).join()
      const measures = MEASURE_KEYS.filter((measure) => fits(measure, by))
      const wheres = [all, ...keys.map(escapedValue)].flatMap((list) => [`${by}:${list}`, `${by}!:${list}`])
      const urls = wheres.flatMap((where, at) =>
        DIMENSION_KEYS.filter((shown) => fits(measures[at % measures.length]!, shown)).map((shown) => {
          const filter = encodeURIComponent(where)
          const measure: MeasureKey = measures[at % measures.length]!
          return `/api/questions/answer?measures=${measure}&by=${shown}&where=${filter}&limit=2&compare=previous&order=-${shown}&${DAYS[at % 2]}`
        }),
      )
      for (const url of sample(urls, { byDay: 600, nightly: 6 }))
        for (const { scope, pair } of asking()) {
          await alike(`${scope} ${url}`, pair, get(url))
          if (url.endsWith('31')) await alike(`${scope} ${url} file`, pair, get(`${url}&export=1`))
        }
    }
  })

  test('changes no explanation, with its labels, sentences and evidence', LONG, async () => {
    for (const by of DIMENSION_KEYS) {
      const keys = await keysOf(by)
      const measures = MEASURE_KEYS.filter((measure) => fits(measure, by))
      const wheres = [keys.map(escapedValue).join(), ...keys.map(escapedValue)]
      const urls = wheres.flatMap((list) =>
        measures.map(
          (measure, at) =>
            `/api/questions/explain?measure=${measure}&compare=previous&where=${encodeURIComponent(`${by}:${list}`)}&${DAYS[at % 2]}`,
        ),
      )
      for (const url of sample(urls, { byDay: 900, nightly: 4 }))
        for (const { scope, pair } of asking()) await alike(`${scope} ${url}`, pair, get(url))
    }
  })

  test('changes no answer to an assistant, and no data link', LONG, async () => {
    const days = { from: '2026-05-01', to: '2026-05-31' }
    for (const by of sample(DIMENSION_KEYS, { byDay: 4 })) {
      const keys = await keysOf(by)
      const measures = MEASURE_KEYS.filter((measure) => fits(measure, by)).slice(0, 3)
      for (const key of sample([keys.map(escapedValue).join(), ...keys.map(escapedValue)], { byDay: 48 })) {
        const where = [`${by}:${key}`]
        for (const { scope, pair } of asking()) {
          const tool =
            (name: string, args: object) =>
            async ({ app, token }: Reader) =>
              withoutTimes(JSON.stringify(await callTool(app, token, name, args)))
          await alike(
            `${scope} ${where}`,
            pair,
            tool('answer_question', { measures, by: [by], where, ...days }),
          )
          await alike(
            `${scope} ${where}`,
            pair,
            tool('explain_change', { measure: measures[0], where, compare: 'previous', ...days }),
          )
        }
      }
      const question = `measures=${measures.join()}&by=${by}&from=2026-04-01&to=2026-05-31`
      for (const { scope, pair } of asking()) {
        const paths = new Map<TestApp, string>()
        for (const { app, session } of pair) {
          const made = await callWithToken(app, session, 'POST', '/api/data-links', { name: by, question })
          paths.set(app, String(made.json().data?.path))
        }
        for (const format of ['csv', 'json', 'parquet'])
          await alike(`${scope} ${question} ${format}`, pair, async ({ app }) => {
            const { statusCode, rawPayload } = await app.get(`${paths.get(app)}.${format}`)
            expect(statusCode, question).toBe(200)
            return asText(rawPayload)
          })
      }
    }
  })

  const post = async ({ app, session }: Reader, url: string, payload: object) => {
    const answer = await callWithToken(app, session, 'POST', url, payload)
    if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode} ${answer.body}`)
    return answer.json().data
  }
  const remove = ({ app, session }: Reader, url: string) => callWithToken(app, session, 'DELETE', url)

  test('changes nothing that a search finds', LONG, async () => {
    const persons = smallShop.orders.map(({ order }) => order)
    const typed = [
      ...OUTSIDE.flatMap(({ word, names }) => [word, ...names]),
      ...['cup', '10', '30', '1001', 'uno-n1'],
      ...persons.flatMap(({ first_name, email, order_id }) => [first_name, email.slice(0, 4), `${order_id}`]),
      ...smallShop.products.flatMap(({ name, sku }) => [name, sku]),
    ]
    for (const text of sample([...new Set(typed.filter(Boolean))], { byDay: 4 }))
      for (const { scope, pair } of asking()) {
        await alike(`${scope} search of ${text}`, pair, async (reader) =>
          JSON.stringify(await post(reader, '/api/search', { text })),
        )
        const list = `/api/orders/of-buyers?buyer=${encodeURIComponent(text)}`
        await alike(`${scope} ${list}`, pair, get(list))
      }
  })

  async function mailsOf({ app }: Reader): Promise<string[]> {
    app.outbox.kick()
    await app.outbox.settled()
    const sent = mails.received.map(({ to, subject, text, html, files }) => {
      const attached = [...files].map(([name, file]) => `${name} ${asText(file)}`)
      return withoutTimes([...to, subject, text, html, ...attached].join('\n'))
    })
    mails.reset()
    // Several arrive in any order.
    return sent.sort()
  }

  const allSplits = DIMENSION_KEYS.flatMap((by) =>
    MEASURE_KEYS.filter((measure) => fits(measure, by)).map((measure) => ({ by, measure })),
  )
  const splits = sample(allSplits, { byDay: 240, nightly: 4 })

  test('changes no mail of a delivery', LONG, async () => {
    for (const { scope, pair } of readers)
      for (const { by, measure } of splits)
        await alike(`${scope} mail of ${measure} by ${by}`, pair, async (reader) => {
          const { id } = await post(reader, '/api/deliveries', {
            name: `${measure} ${by}`,
            question: `measures=${measure}&by=${by}&${DAYS[0]}&compare=previous`,
            ...{ every: 'day', at_time: '08:00', attachment: 'xlsx' },
            recipients: [reader.user],
          })
          await post(reader, `/api/deliveries/${id}/try`, {})
          const sent = await mailsOf(reader)
          expect(sent).toHaveLength(1)
          await remove(reader, `/api/deliveries/${id}`)
          return sent.join()
        })
  })

  const screens = [
    ...gets
      .filter((one) => ('list' in one || 'table' in one) && one.access.startsWith('view:'))
      .map(({ path }) => ({ table: filled(path, PARAMETERS[0]!), address: '/' })),
    ...REPORTED_PATHS.map((path) => ({ table: null, address: path.replace('$dist_id', '101') })),
  ]

  test('changes no mail of a screen', LONG, async () => {
    let sent = 0
    for (const what of sample(screens, { byDay: 12 }))
      for (const { scope, pair } of asking())
        await alike(`${scope} mail of ${what.table ?? what.address}`, pair, async (reader) => {
          const made = await callWithToken(reader.app, reader.session, 'POST', '/api/deliveries', {
            ...{ name: 'Pantalla', ...what, every: 'day', at_time: '08:00', attachment: 'csv' },
            recipients: [reader.user],
          })
          if (made.statusCode !== 200) return made.body
          const { id } = made.json().data
          await post(reader, `/api/deliveries/${id}/try`, {})
          const received = await mailsOf(reader)
          sent += received.length
          await remove(reader, `/api/deliveries/${id}`)
          return received.join()
        })
    expect(sent).toBeGreaterThan(NIGHTLY ? screens.length : 3)
  })

  test('changes no notice of an alert, by mail or webhook', LONG, async () => {
    const watched = splits.filter(({ by, measure }) => canSplit(by, 'below') && canWatch(measure, 'below'))
    const conditions = [
      { kind: 'below', value: 1e9, over: 28 },
      { kind: 'above', value: 0, over: 28 },
    ]
    let noticed = 0
    for (const { scope, pair } of readers)
      for (const { by, measure } of watched)
        await alike(`${scope} alerts on ${measure} by ${by}`, pair, async (reader) => {
          // Answers nothing, so that what is written to it waits and can be read.
          const hook = { name: 'Canal', url: 'https://hooks.invalid/clave' }
          const webhook = await post(reader, '/api/notice-channels/webhooks', hook)
          const question = `measures=${measure}&by=${by}`
          const ids: number[] = []
          for (const condition of conditions)
            ids.push((await post(reader, '/api/alerts', { name: condition.kind, condition, question })).id)
          await reader.app.alerts.evaluate()
          const toWebhook = await reader.app.store.all(
            sql`select content from outbox where channel = 'webhook' and user_id = ${reader.user} order by message_id`,
          )
          noticed += toWebhook.length
          const { body } = await callWithToken(reader.app, reader.session, 'GET', '/api/notices')
          const told = withoutTimes(JSON.stringify([toWebhook, body])) + (await mailsOf(reader))
          for (const id of ids) await remove(reader, `/api/alerts/${id}`)
          await remove(reader, `/api/notice-channels/webhooks/${webhook.id}`)
          return told
        })
    expect(noticed).toBeGreaterThan(watched.length)
  })

  test('compares enough', () => {
    expect(compared).toBeGreaterThanOrEqual(NIGHTLY ? 8_000 : 100)
  })
})
