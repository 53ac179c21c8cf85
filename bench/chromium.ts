// Measures the web app in Chromium on a simulated slow notebook: CPU slowed 4 times, 10 Mbit/s, 60 ms latency.
// Usage: node bench/chromium.ts [visits] [parts] < server.json
import { text } from 'node:stream/consumers'
import { type Browser, type CDPSession, chromium, type Locator, type Page } from 'playwright-core'
import { CHROMIUM_FLAGS, ensureChromium } from '../scripts/chromium.ts'
import { heading, percentile, table } from './figures.ts'
import type { Place } from './processes.ts'
import { watch } from './watch.ts'

/** Budgets in milliseconds, and a layout shift score. */
const LIMITS = { first: 1500, next: 300, step: 60, exploreStep: 100, blocked: 50, shift: 0 }

const SLOWER = 4
const LINE = { offline: false, latency: 60, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 }
const WINDOW = { width: 1366, height: 768 }
const ROWS = 100_000
/** Number of visits that also walk through the menu. */
const WALKS = 3
/** A user's browser is already open, so its own pages have finished loading. */
const OPENED_MS = 3000
/** Timeout for a screen. */
const PATIENCE_MS = 60_000

/** Parts that can be measured separately. */
const PARTS = ['first', 'next', 'step', 'typing'] as const
type Part = (typeof PARTS)[number]

/** Months stepped back on each screen. */
const STEPS = 9
const EXPLORE = '/analysis/explore?measures=net_sale,orders'
/** Screens whose months are stepped through, and their budgets. */
const STEPPED = [
  ['/', LIMITS.step],
  ['/distributors/distributors-overview', LIMITS.step],
  ['/products-overview/business', LIMITS.step],
  ['/benefits/overview', LIMITS.step],
  [`${EXPLORE}&by=distributor&compare=previous`, LIMITS.exploreStep],
  [`${EXPLORE}&by=distributor,segment&compare=previous`, LIMITS.exploreStep],
  [`${EXPLORE}&by=province,business&view=pivot`, LIMITS.exploreStep],
  [`${EXPLORE}&grain=day&view=chart`, LIMITS.exploreStep],
] as const

interface Entry {
  readonly path: string
  readonly title: string
}

/** Each visit uses a fresh browser profile; the median counts. */
async function measureChromium(place: Place, visits: number, parts: ReadonlySet<Part>): Promise<void> {
  heading(
    `Chromium: processor ${SLOWER} times slower, 10 Mbit/s, ${LINE.latency} ms; middle of ${visits} (milliseconds)`,
  )
  const browser = await chromium.launch({ executablePath: ensureChromium(console.log), args: CHROMIUM_FLAGS })
  const origin = `http://127.0.0.1:${place.port}`
  try {
    const rows: string[][] = []
    if (parts.has('first') || parts.has('next'))
      rows.push(...(await measureVisits(browser, origin, place, visits, parts.has('next'))))
    if (parts.has('step')) rows.push(...(await measureSteps(browser, origin, place)))
    if (parts.has('typing')) {
      const typing = await typingInLongTable(browser, origin, place)
      rows.push(
        line(`typing over ${ROWS.toLocaleString('en-US')} rows, longest task`, typing, LIMITS.blocked),
      )
    }
    console.log(table(['', 'measured', 'limit', ''], rows))
  } finally {
    await browser.close()
  }
}

async function measureVisits(
  browser: Browser,
  origin: string,
  place: Place,
  visits: number,
  walks: boolean,
): Promise<string[][]> {
  const firsts: number[] = []
  const nexts = new Map<string, number[]>()
  let shift = 0
  for (let visit = 0; visit < visits; visit++) {
    const page = await openSlow(browser, origin, place.token)
    firsts.push(await firstRoute(page, origin))
    for (const entry of walks && visit < WALKS ? await menuOf(page) : []) {
      nexts.set(entry.title, [...(nexts.get(entry.title) ?? []), await nextRoute(page, entry)])
    }
    shift = Math.max(shift, await page.evaluate(() => window.gondolaWatch.shift()))
    await page.context().close()
  }
  return [
    line('first route, Scorecard', middle(firsts), LIMITS.first),
    ...[...nexts].map(([title, times]) => line(`next route, ${title}`, middle(times), LIMITS.next)),
    line('layout shift, worst visit', shift, LIMITS.shift, 3),
  ]
}

async function measureSteps(browser: Browser, origin: string, place: Place): Promise<string[][]> {
  const page = await openSlow(browser, origin, place.token)
  const rows: string[][] = []
  for (const [path, limit] of STEPPED) {
    const times = await monthSteps(page, origin + path)
    rows.push(line(`month step, neighbours fetched, middle of ${STEPS}, ${path}`, middle(times), limit))
    rows.push(['… the first one, whose code has never run before', (times[0] ?? 0).toFixed(0), '', ''])
  }
  await page.context().close()
  return rows
}

const middle = (times: readonly number[]): number => percentile(times, 0.5)

const line = (name: string, value: number, limit: number, digits = 0): string[] => [
  name,
  value.toFixed(digits),
  String(limit),
  Number(value.toFixed(digits)) > limit ? 'over' : '',
]

async function openSlow(browser: Browser, origin: string, token: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: WINDOW,
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    storageState: {
      cookies: [],
      origins: [{ origin, localStorage: [{ name: 'accessToken', value: token }] }],
    },
  })
  const page = await context.newPage()
  await page.addInitScript(watch)
  await page.waitForTimeout(OPENED_MS)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await slowDown(session)
  return page
}

async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Network.emulateNetworkConditions', LINE)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
}

async function firstRoute(page: Page, origin: string): Promise<number> {
  await page.goto(`${origin}/`, { waitUntil: 'commit' })
  const ready = await inTime(page.evaluate(() => window.gondolaWatch.ready('Scorecard')))
  await settle(page)
  return ready
}

function inTime<T>(awaited: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('the screen did not come')), PATIENCE_MS).unref()
  })
  return Promise.race([awaited, late])
}

/** Uses raw mouse events: the library's click inspects the page first, which would count as page time. */
async function press(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error('nothing to press')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

/** Entries of the menu, other than the one that is open. */
const menuOf = (page: Page): Promise<Entry[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLAnchorElement>(
        'nav[aria-label="Menú principal"] a[href]:not([aria-current])',
      ),
    ].map((link) => ({
      path: link.pathname,
      title: link.textContent ?? '',
    })),
  )

/** The pointer rests on the entry for at least 100 ms before the press, as a user's does. */
async function nextRoute(page: Page, { path }: Entry): Promise<number> {
  const link = page.locator(`nav a[href^="${path}?"], nav a[href="${path}"]`).first()
  await link.hover()
  await page.waitForTimeout(100)
  const took = page.evaluate((wanted) => window.gondolaWatch.afterPress(wanted), path)
  const [time] = await Promise.all([inTime(took), press(page, link)])
  await settle(page)
  return time
}

async function monthSteps(page: Page, address: string): Promise<number[]> {
  await page.goto(address)
  await inTime(page.evaluate(() => window.gondolaWatch.ready('')))
  await settle(page)
  const times: number[] = []
  for (let step = 0; step < STEPS; step++) {
    const took = page.evaluate(() => window.gondolaWatch.afterPress(null))
    const back = page.getByRole('button', { name: /^(Mes|Período) anterior$/ })
    const [time] = await Promise.all([inTime(took), press(page, back)])
    times.push(time)
    await settle(page)
  }
  return times
}

/** Waits until the network is idle, so that prefetching is done. */
const settle = (page: Page) => page.evaluate(() => window.gondolaWatch.quiet())

/** Answers the longest list that the screen requests, so that the network is not measured. */
async function typingInLongTable(browser: Browser, origin: string, place: Place): Promise<number> {
  const page = await openSlow(browser, origin, place.token)
  const { pathname } = new URL(`${origin}/benefits/corporatives/customers-employees/empresa/Empresa`)
  await page.route('**/api/customers/registered/**', (route) =>
    route.fulfill({ contentType: 'application/json', body: longList(place.months.at(-1) ?? '') }),
  )
  await page.goto(origin + pathname)
  await page.getByText(`${ROWS.toLocaleString('es-AR')} filas`).waitFor({ timeout: 120_000 })
  await settle(page)
  await page.evaluate(() => window.gondolaWatch.forgetTasks())
  for (const [filter, word] of [
    ['Apellido', 'gomez'],
    ['Email', 'persona99'],
  ] as const) {
    const field = page.getByRole('textbox', { name: `Filtrar por ${filter}` })
    await field.pressSequentially(word, { delay: 150 })
    await settle(page)
    for (const _ of word) {
      await field.press('Backspace')
      await page.waitForTimeout(150)
    }
    await settle(page)
  }
  const longest = await page.evaluate(() => window.gondolaWatch.longestTask())
  await page.context().close()
  return longest
}

const SURNAMES = ['Gómez', 'González', 'Rodríguez', 'Fernández', 'López', 'Díaz', 'Martínez', 'Pérez']

function longList(month: string): string {
  const data = Array.from({ length: ROWS }, (_, index) => ({
    customer_id: index + 1,
    date_registered: `${month}-0${1 + (index % 9)}`,
    name: `Persona ${index}`,
    surname: `${SURNAMES[index % SURNAMES.length]} ${index % 977}`,
    email: `persona${index}@empresa.example`,
  }))
  const meta = { page: 1, per_page: ROWS, total: ROWS, page_count: 1, updated_at: null, months: [month] }
  return JSON.stringify({ success: true, data, meta })
}

const [, , visits = '5', wanted = PARTS.join()] = process.argv
const parts = new Set(PARTS.filter((part) => wanted.split(',').includes(part)))
await measureChromium(JSON.parse(await text(process.stdin)), Number(visits), parts)
