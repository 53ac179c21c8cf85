// A WooCommerce store for tests: answers the recorded pages like the real one, with faults on request.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Certificate } from './certificate.ts'
import { withDecimals } from './decimals.ts'
import type { Fault } from './faults.ts'
import { inSpanish, refusalAtIndex, refusalOf } from './keys.ts'
import { described, listed, rulesOf } from './listing.ts'
import { type Json, type Recordings, recorded, recordings, sampleRecordings } from './recordings.ts'
import { type WebhookKeeper, webhookKeeper } from './webhooks.ts'

/**
 * A fault of one request. `cut`: the connection breaks in between; `truncated`: half the data, properly ended; `endless`: a
 * megabyte of compressed data that expands to a gigabyte.
 */
export type Trouble =
  | { kind: 'status'; status: number; retryAfter?: number | string }
  | { kind: 'cut' | 'truncated' | 'html' | 'captcha' | 'silent' | 'redirect' | 'endless' }

export interface Asked {
  /** Below wp-json/wc/v3: 'orders', 'products/67/variations'. */
  readonly path: string
  readonly query: URLSearchParams
  /** How often this address was requested before. */
  readonly before: number
  /** Number of requests so far, to all addresses. */
  readonly count: number
}

export interface StoreServer {
  readonly url: string
  /** The records of the store; tests change them. */
  readonly store: Recordings
  readonly asked: readonly Asked[]
  /** Largest number of requests that waited for their answers at once. */
  readonly mostAtOnce: number
  /** Milliseconds before every answer. */
  delay: number
  trouble: (asked: Asked) => Trouble | undefined
  /** Something between the product and the shop, or the shop itself, that answers wrongly. */
  fault: Fault
  /** Older stores have no list of refunds. */
  hasRefundList: boolean
  /** Rows of the same second come in a different order with each request. */
  unsteady: boolean
  /** Of WooCommerce. */
  version: string
  /** Settings that the recordings lack; `currency` replaces the recorded one. */
  settings: {
    currency?: string
    /** What a plug-in of several currencies shows this visitor. */
    shownCurrency?: string
    /** General settings that a plug-in takes out, or that the user of the key may not read. */
    hidesCurrency?: boolean
    pricesIncludeTax?: boolean
    tables?: boolean
    priceDecimals?: number
    /** Statuses that are registered but not public: `any` leaves them out. */
    notPublic?: readonly string[]
    /** Statuses of orders whose plug-in is off: no listing takes or shows them. */
    unregistered?: readonly string[]
    /** Records of plug-ins that are stored beside the orders and answer at an order's address. */
    ofOtherTypes?: readonly number[]
    /** Somebody signs in with a password for an application, such as that of WooCommerce. */
    applicationPasswords?: boolean
    /** An offset from UTC instead of a place, as text; a new WordPress has '0'. */
    utcOffset?: string
    /** The language of the site, in which WooCommerce refuses. */
    inSpanish?: boolean
    /** Answers no description of its routes. */
    undescribed?: boolean
    /** `settings/wc_admin`; a store that lacks it answers 404. */
    analytics?: readonly object[]
  }
  /** The web server drops the Authorization header. */
  dropsHeader: boolean
  /** Leads every address to one that ends in a slash, as web servers do for search engines. */
  addsSlash: boolean
  /** What PHP prints before the data: then no header of WordPress follows, unless PHP buffers its output. */
  notice: { readonly text: string; readonly buffered: boolean } | undefined
  /** The clock of the `Date` header. */
  clock: () => Date
  readonly webhooks: WebhookKeeper
  close(): Promise<void>
}

/** Serves https if given a certificate: then Basic authentication is accepted, as in the real store. */
export async function startStoreServer(
  certificate?: Certificate,
  store: Recordings = recordings(),
): Promise<StoreServer> {
  const asked: Asked[] = []
  const times = new Map<string, number>()
  const nonces = new Set<string>()
  let atOnce = 0
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('date', self.clock().toUTCString())
    const reply = (body: string) => {
      try {
        answer(request, response, body)
      } catch (error) {
        response.writeHead(500).end(String(error))
      }
    }
    const inTime = (body: string) => {
      if (self.delay > 0) setTimeout(reply, self.delay, body)
      else reply(body)
    }
    self.mostAtOnce = Math.max(self.mostAtOnce, ++atOnce)
    response.on('close', () => atOnce--)
    if (request.method === 'GET') inTime('')
    else void textOf(request).then(inTime)
  }
  const server = certificate ? createSecureServer({ ...certificate }, listener) : createServer(listener)

  function answer(request: IncomingMessage, response: ServerResponse, sent: string): void {
    const url = new URL(request.url ?? '/', self.url)
    if (self.addsSlash && !url.pathname.endsWith('/')) {
      response.writeHead(301, { location: `${url.origin}${url.pathname}/${url.search}` }).end()
      return
    }
    const path = url.pathname.replace(/^\/wp-json\/wc\/v3\//, '').replace(/\/$/, '')
    // WordPress's index is open.
    const refusal =
      url.pathname === '/wp-json/'
        ? refusalAtIndex(request, self.settings)
        : refusalOf(request, url, nonces, self.dropsHeader)
    // Makes each address unique; no part of what is asked.
    url.searchParams.delete('gondola')
    const address = `${path}?${url.searchParams}`
    const before = times.get(address) ?? 0
    times.set(address, before + 1)
    // A description of the listing; not counted, like the requests that only some tests make.
    if (url.searchParams.get('_method') === 'OPTIONS' && !refusal) {
      const found = self.settings.undescribed ? undefined : described(path, self.store, self.settings)
      send(response, found ? 200 : 404, found ? JSON.stringify(found) : recorded('errors/404_route'))
      return
    }
    self.fault.ask?.(path, url.searchParams)
    const one: Asked = { path, query: url.searchParams, before, count: asked.length }
    asked.push(one)
    const trouble = self.trouble(one)
    const half = trouble?.kind === 'cut' || trouble?.kind === 'truncated' ? trouble.kind : undefined
    if (trouble && half === undefined) {
      fail(response, trouble)
      return
    }
    const found: Answer = refusal
      ? { status: 401, body: refusal.startsWith('{') ? refusal : recorded(refusal), headers: {} }
      : (self.webhooks.answer(request.method ?? 'GET', path, sent) ??
        withFault(answerOf(path, url, self), one))
    const { status, headers = {} } = found
    const body = self.settings.inSpanish && status >= 400 ? inSpanish(found.body) : found.body
    const { notice } = self
    if (notice) send(response, status, notice.text + body, notice.buffered ? headers : {})
    else if (half === undefined) send(response, status, body, headers)
    else sendHalf(response, body, half)
  }

  const withFault = (found: Answer, one: Asked): Answer => self.fault.answer?.(found, one) ?? found

  const self: StoreServer & { mostAtOnce: number } = {
    url: '',
    store,
    asked,
    mostAtOnce: 0,
    delay: 0,
    trouble: () => undefined,
    fault: {},
    hasRefundList: true,
    unsteady: false,
    version: '11.0.1',
    settings: {},
    dropsHeader: false,
    addsSlash: false,
    notice: undefined,
    clock: () => new Date(),
    webhooks: webhookKeeper(),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(self, { url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}` })
}

/** A store with the sample of the recorded orders. */
export const startSampleServer = (certificate?: Certificate): Promise<StoreServer> =>
  startStoreServer(certificate, sampleRecordings())

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

/** What WordPress publishes about the site. */
const indexOf = ({ utcOffset }: StoreServer['settings']) => ({
  name: 'Dulces &amp; Cía.',
  timezone_string: utcOffset === undefined ? 'America/Argentina/Buenos_Aires' : '',
  gmt_offset: utcOffset ?? -3,
})

export interface Answer {
  status: number
  body: string
  headers?: Record<string, string>
}

function answerOf(
  path: string,
  url: URL,
  { store, hasRefundList, unsteady, asked, version, settings }: StoreServer,
): Answer {
  const query = url.searchParams
  if (url.pathname === '/wp-json/') return { status: 200, body: JSON.stringify(indexOf(settings)) }
  if (!url.pathname.startsWith('/wp-json/wc/v3/')) return { status: 404, body: recorded('errors/404_route') }
  const json = (body: unknown) => ({ status: 200, body: JSON.stringify(body) })
  if (path === 'data/currencies/current') {
    const code = settings.shownCurrency ?? settings.currency
    return code === undefined ? { status: 200, body: recorded('settings/currency_current') } : json({ code })
  }
  if (path === 'settings/general/woocommerce_currency' && !settings.hidesCurrency)
    return json({ id: 'woocommerce_currency', value: settings.currency ?? 'ARS' })
  if (path === 'system_status')
    return json({ environment: { version }, settings: { HPOS_enabled: settings.tables ?? true } })
  if (path === 'settings/tax/woocommerce_prices_include_tax')
    return json({
      id: 'woocommerce_prices_include_tax',
      value: settings.pricesIncludeTax === false ? 'no' : 'yes',
    })
  if (path === 'settings/wc_admin' && settings.analytics) return json(settings.analytics)
  if (path === 'orders/statuses') return { status: 200, body: recorded('orders/statuses') }
  if (path === 'refunds' && !hasRefundList) return { status: 404, body: recorded('errors/404_route') }
  const { priceDecimals } = settings
  const isMoney = priceDecimals !== undefined && /^(orders|refunds)\b/.test(path)
  const asShown = (row: Json) => (isMoney ? withDecimals(row, Number(query.get('dp') ?? priceDecimals)) : row)
  const single = singleRecord(path, store, asShown)
  if (single) return single
  const rules = rulesOf(path, store, query, settings)
  if (!rules) return { status: 404, body: recorded('errors/404_route') }
  const page = 'refused' in rules ? rules : listed(rules, query, unsteady ? asked.length : undefined)
  if ('refused' in page) return { status: 400, body: recorded(page.refused) }
  return {
    status: 200,
    body: JSON.stringify(page.rows.map(asShown)),
    headers: {
      'x-wp-total': String(page.total),
      'x-wp-totalpages': String(page.pages),
      link: linkOf(url, page.pages),
    },
  }
}

/** The 404 of each controller, as WooCommerce names it. */
const NOT_FOUND: Readonly<Record<string, string>> = {
  orders: 'woocommerce_rest_shop_order_invalid_id',
  products: 'woocommerce_rest_product_invalid_id',
  coupons: 'woocommerce_rest_shop_coupon_invalid_id',
  customers: 'woocommerce_rest_invalid_id',
  'products/categories': 'woocommerce_rest_term_invalid',
}

/** A record at its own address, in any status. */
function singleRecord(path: string, store: Recordings, asShown: (record: Json) => Json): Answer | undefined {
  const [, collection = '', parent, id] =
    /^(orders|products|coupons|customers|products\/categories)(?:\/(\d+)\/variations)?\/(\d+)$/.exec(path) ??
    []
  if (id === undefined) return undefined
  const { orders, products, coupons, customers, categories } = store
  const all: Record<string, Json[]> = {
    orders,
    products,
    coupons,
    customers,
    'products/categories': categories,
  }
  const records =
    parent === undefined ? (all[collection] ?? []) : (store.variations.get(Number(parent)) ?? [])
  const found = records.find((record) => record.id === Number(id))
  if (found) return { status: 200, body: JSON.stringify(asShown(found)) }
  const code = parent === undefined ? NOT_FOUND[collection] : 'woocommerce_rest_product_variation_invalid_id'
  return { status: 404, body: JSON.stringify({ code, message: 'Invalid ID.', data: { status: 404 } }) }
}

/** The links repeat the query of the request, as the real store does. */
function linkOf(url: URL, pages: number): string {
  const page = Number(url.searchParams.get('page') ?? 1)
  const to = (number: number, rel: string) => {
    const link = new URL(url)
    link.searchParams.set('page', String(number))
    return `<${link.href}>; rel="${rel}"`
  }
  return [...(page > 1 ? [to(page - 1, 'prev')] : []), ...(page < pages ? [to(page + 1, 'next')] : [])].join(
    ', ',
  )
}

function send(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers }).end(body)
}

function sendHalf(response: ServerResponse, body: string, kind: 'cut' | 'truncated'): void {
  const half = body.slice(0, body.length / 2)
  if (kind === 'truncated') {
    send(response, 200, half)
    return
  }
  response.writeHead(200, {
    'content-type': 'application/json; charset=UTF-8',
    'content-length': Buffer.byteLength(body),
  })
  response.write(half, () => response.destroy())
}

const PAGE = '<!DOCTYPE html><html><head><title>Un momento…</title></head><body>Mantenimiento</body></html>'

/** The same gzip members again and again. */
function endless(): Buffer {
  const member = gzipSync(Buffer.alloc(16 << 20, ' '))
  return Buffer.concat(Array.from({ length: 64 }, () => member))
}

function fail(response: ServerResponse, trouble: Trouble): void {
  if (trouble.kind === 'status') {
    const after = trouble.retryAfter === undefined ? {} : { 'retry-after': String(trouble.retryAfter) }
    response.writeHead(trouble.status, { 'content-type': 'text/html', ...after }).end(PAGE)
  } else if (trouble.kind === 'html' || trouble.kind === 'captcha')
    response
      .writeHead(trouble.kind === 'html' ? 200 : 202, { 'content-type': 'text/html; charset=UTF-8' })
      .end(PAGE)
  else if (trouble.kind === 'redirect')
    response
      .writeHead(301, { location: 'https://www.tienda.example/wp-json/wc/v3/orders?consumer_key=x' })
      .end()
  else if (trouble.kind === 'endless')
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(endless())
  // 'silent': the connection stays open without a response.
}
