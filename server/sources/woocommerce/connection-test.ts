// Tests a connection step by step and reports what works; changes nothing in the shop.
import type { ShopCheck, ShopTest } from '#contract/shop.ts'
import { isInternal } from '#server/domain/internal-address.ts'
import { proxyTo } from '#server/domain/proxy.ts'
import { SourceError } from '#server/ingest/source.ts'
import { CERTIFICATE, ownTarget } from './client.ts'
import { CONNECTION_TEXT as TEXT } from './connection-text.ts'
import { decodeEntities } from './entities.ts'
import { fieldOf, type Probe, type Probed, type ProbeOptions, probeOf } from './probe.ts'
import { CURRENCY_SETTING } from './shop-currency.ts'
import { refusesSignature } from './signing.ts'
import { siteZone } from './site-zone.ts'
import { TEXT as SHOP_TEXT } from './text.ts'

type Check = ShopCheck['check']

type Answer = Extract<Probed, { kind: 'answer' }>

/** Ends the test, since further steps would fail too. */
class Failed extends Error {
  readonly check: Check
  /** Whether WooCommerce answered. */
  readonly byStore: boolean
  constructor(check: Check, message: string, byStore = check !== 'address' && check !== 'api') {
    super(message)
    this.check = check
    this.byStore = byStore
  }
}

/**
 * Inside the operator's network the test only reports whether a shop answers: people who may connect a shop must not
 * learn which ports are open there.
 */
export async function testConnection(
  options: ProbeOptions,
  isConcealed: (base: URL) => Promise<boolean> = isInternal,
): Promise<ShopTest> {
  const checks: ShopCheck[] = []
  const tell = (check: Check, state: ShopCheck['state'], message: string) =>
    checks.push({ check, state, message })
  let base: URL | undefined
  const stop = async ({ check, message, byStore }: Failed): Promise<ShopTest> => {
    if (!byStore && base && (await isConcealed(base))) {
      const told = { check: 'address', state: 'failed', message: TEXT.noStore(base.host) } as const
      return { ok: false, checks: [told], store: null }
    }
    tell(check, 'failed', message)
    return { ok: false, checks, store: null }
  }
  try {
    const probe = openProbe(options)
    base = probe.base
    const site = await siteOf(probe)
    tell('address', 'ok', TEXT.address(probe.base.host))
    const { currency, notice, inQuery } = await currencyOf(probe)
    tell('api', notice ? 'warning' : 'ok', notice ? TEXT.phpNotice : TEXT.api)
    tell('key', inQuery ? 'warning' : 'ok', inQuery ? TEXT.keyInQuery : TEXT.key)
    const orders = await countOf(probe, 'orders?status=any&per_page=1&_fields=id', 'orders', TEXT.noOrders)
    tell('orders', 'ok', TEXT.orders(orders))
    await countOf(probe, 'customers?role=all&per_page=1&_fields=id', 'customers', TEXT.noCustomers)
    tell('customers', 'ok', TEXT.customers)
    const version = await versionOf(probe)
    tell('version', ...verdictOn(version))
    const can_write = await canWrite(probe)
    tell('permission', 'ok', can_write ? TEXT.canWrite : TEXT.readOnly)
    tell('reports', 'ok', TEXT.legacyReports)
    return {
      ok: checks.every(({ state }) => state !== 'failed'),
      checks,
      store: { ...site, version, orders, currency, can_write },
    }
  } catch (error) {
    if (error instanceof Failed) return await stop(error)
    throw error
  }
}

function openProbe(options: ProbeOptions): Probe {
  try {
    return probeOf(options)
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    const plain = URL.canParse(options.url) && new URL(options.url).protocol === 'http:'
    throw new Failed('address', plain ? TEXT.plainHttp : TEXT.badAddress)
  }
}

/** The site's index shows whether the address answers. Some shops block it, so a refusal is not a failure. */
async function siteOf(probe: Probe): Promise<{ name: string; time_zone: string }> {
  const { data } = reached(probe, await probe.ask('GET', '/wp-json/?_fields=name,timezone_string,gmt_offset'))
  const time_zone = siteZone(fieldOf(data, 'timezone_string'), fieldOf(data, 'gmt_offset'))
  return { name: decodeEntities(fieldOf(data, 'name')), time_zone }
}

function reached(probe: Probe, answer: Probed): Answer {
  if (answer.kind === 'unreachable') throw new Failed('address', unreachable(probe.base.host, answer.code))
  if (answer.status >= 300 && answer.status < 400)
    throw new Failed('address', TEXT.redirect(ownTarget(answer.location, probe.base)))
  return answer
}

function unreachable(host: string, code: string): string {
  if (CERTIFICATE.test(code)) return TEXT.certificate(host, code)
  const proxy = proxyTo(host.replace(/:\d+$/, ''))
  if (proxy) return SHOP_TEXT.throughProxy(host, proxy.host, code)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return TEXT.unknownHost(host)
  if (code === 'ECONNREFUSED') return TEXT.refusedConnection(host)
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return TEXT.silent(host)
  return TEXT.unreachable(host, code)
}

/** The first request that needs the keys. */
async function currencyOf(probe: Probe): Promise<Pick<Answer, 'notice' | 'inQuery'> & { currency: string }> {
  const answer = answered(probe, await probe.ask('GET', 'data/currencies/current'))
  if (answer.status === 404) throw new Failed('api', await whyNotFound(probe, answer))
  refuseKeys(answer)
  const currency = fieldOf(answer.data, 'code')
  if (answer.status !== 200) throw new Failed('api', TEXT.refused(answer.status))
  if (currency === '') throw new Failed('api', TEXT.noApi)
  const own = await probe.ask('GET', CURRENCY_SETTING)
  const told = own.kind === 'answer' && own.status === 200 ? fieldOf(own.data, 'value') : ''
  return { currency: told || currency, notice: answer.notice, inQuery: answer.inQuery }
}

function answered(probe: Probe, asked: Probed): Answer {
  const answer = reached(probe, asked)
  if (answer.status === 408 || answer.status === 429 || answer.status >= 500)
    throw new Failed('api', answer.html && answer.status === 503 ? TEXT.page : TEXT.busy(answer.status))
  if (answer.status < 300 && answer.data === undefined)
    throw new Failed('api', answer.notice ? TEXT.phpNotice : answer.html ? TEXT.page : TEXT.noApi)
  return answer
}

async function whyNotFound(probe: Probe, answer: Answer): Promise<string> {
  // WordPress answers without WooCommerce's routes.
  if (fieldOf(answer.data, 'code') === 'rest_no_route') return TEXT.noWooCommerce
  const plain = await probe.ask('GET', '/?rest_route=/&_fields=namespaces')
  return plain.kind === 'answer' && plain.status === 200 && hasRoutes(plain.data)
    ? TEXT.noPermalinks
    : TEXT.noApi
}

const hasRoutes = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'namespaces' in data

function refuseKeys(answer: Answer): void {
  const said = fieldOf(answer.data, 'message')
  const byStore = /^(?:woocommerce|rest)_/.test(fieldOf(answer.data, 'code'))
  if (answer.status === 401)
    throw new Failed('key', byStore && refusesSignature(said) ? TEXT.signature : keyRefusal(said), byStore)
  if (answer.status === 403)
    throw new Failed('key', answer.html || said === '' ? TEXT.blocked : TEXT.refused(403), byStore)
}

/** Why a 401 refuses the key, by the shop's message in English or Spanish; one with status 403 knows the key and refuses its user. */
export function keyRefusal(message: string): string {
  if (/secret/i.test(message)) return TEXT.wrongSecret
  if (/read permission|permisos? de lectura/i.test(message)) return TEXT.writeOnly
  return TEXT.unknownKey
}

async function countOf(probe: Probe, path: string, check: Check, refusal: string) {
  const answer = answered(probe, await probe.ask('GET', path))
  if (answer.status === 401 || answer.status === 403) throw new Failed(check, refusal)
  if (answer.status !== 200) throw new Failed(check, TEXT.refused(answer.status))
  if (answer.total === undefined)
    throw new Failed(check, answer.notice ? TEXT.phpNotice : SHOP_TEXT.notListing(check))
  return answer.total
}

/** '' if the user of the key may not read it. */
async function versionOf(probe: Probe): Promise<string> {
  const answer = await probe.ask('GET', 'system_status?_fields=environment.version')
  return answer.kind === 'answer' && answer.status === 200
    ? (/^\d+(?:\.\d+)*/.exec(fieldOf(answer.data, 'environment', 'version'))?.[0] ?? '')
    : ''
}

function verdictOn(version: string): [ShopCheck['state'], string] {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (version === '') return ['warning', TEXT.unknownVersion]
  if (major < 5 || (major === 5 && minor < 8)) return ['failed', TEXT.oldVersion(version)]
  return major < 9 ? ['warning', TEXT.slowRefunds(version)] : ['ok', TEXT.version(version)]
}

/** Sends an invalid request: a read-only key is refused, a key with write access gets a validation error. */
async function canWrite(probe: Probe): Promise<boolean> {
  const answer = await probe.ask('POST', 'webhooks', { id: 1 })
  return answer.kind === 'answer' && answer.status === 400
}
