// What only a real layout shows: widths from phone to desktop, boxes that keep their position, shapes of charts, and print.
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { everyNth } from '../nightly.ts'
import { addressOf } from './app-routes.ts'
import { AHEAD, DESK, PHONE, region, SHOWN, settled, startProduct } from './harness.ts'
import { shiftsOf } from './late-answers.ts'

const product = startProduct()

const MONTH = '2026-10'
const LIST = `/distributors/distributors-details?month=${MONTH}`

const pageWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

describe('the frame', () => {
  it('fits every width from phone to desk, with full names', async () => {
    const page = await product.open(`/distributors/distributors-overview?month=${MONTH}`)
    await page.getByText(/^Otros \d+ distribuidores$/).waitFor()
    const cutNames = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('[data-layer="shown"] li button [title]')]
          .filter((name) => name.scrollWidth > name.clientWidth)
          .map((name) => name.textContent),
      )
    for (const width of [700, 820, 1000, 1001, 1100]) {
      await page.setViewportSize({ width, height: 800 })
      // Elements with a measured width are drawn a moment later.
      await expect.poll(async () => [await pageWidth(page), await cutNames()]).toEqual([width, []])
    }
    // On a phone every column of the statuses is visible.
    await page.setViewportSize(PHONE)
    const table = region(page, 'Estados de las órdenes').getByRole('region')
    await expect
      .poll(() => table.evaluate((box) => box.clientWidth < 390 && box.scrollWidth - box.clientWidth))
      .toBe(0)
  })

  it('scrolls the current menu entry into view', async () => {
    const page = await product.open('/settings/crones')
    const menu = page.getByRole('navigation', { name: 'Menú principal' })
    const current = menu.locator('[aria-current=page]', { hasText: 'Crones' })
    const end = async () => (await current.boundingBox().then((box) => box && box.y + box.height)) ?? Infinity
    await expect.poll(end).toBeLessThanOrEqual(DESK.height - 28)
  })

  it('remembers the theme and the width on this device', async () => {
    const page = await product.open('/help')
    await page.getByRole('button', { name: 'Apariencia' }).click()
    await page.getByText('Oscuro').click()
    await page.getByText('Fijo').click()
    await page.reload()
    await page.getByRole('navigation', { name: 'Pie de página' }).waitFor()
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
    expect(await page.locator('[data-layout]').getAttribute('data-layout')).toBe('boxed')
  })
})

describe('a wide table', () => {
  it.each([
    ['/customers-orders', 'Órdenes', 'Neto'],
    ['/reports/trade-report', 'Descuentos de octubre 2026', 'Neto'],
    ['/distributors/distributors-details', 'Distribuidores', 'Monto comparado'],
  ])(
    'of %s shows its amounts and whole names on a notebook, and that it continues',
    async (path, title, last) => {
      const page = await product.open(`${path}?month=${MONTH}`)
      const panel = region(page, title)
      const box = panel.getByRole('region')
      const header = panel.getByRole('columnheader', { name: last, exact: true })
      const overhang = () =>
        Promise.all([header.boundingBox(), box.boundingBox()]).then(
          ([cell, frame]) => (cell ? cell.x + cell.width : Infinity) - (frame ? frame.x + frame.width : 0),
        )
      await expect.poll(overhang).toBeLessThanOrEqual(0)
      const cutNames = await panel
        .locator('tbody td:first-child')
        .evaluateAll((cells) =>
          cells.flatMap((td) => (td.scrollWidth > td.clientWidth ? td.textContent : [])),
        )
      expect(cutNames).toEqual([])
      const more = panel.getByRole('button', { name: 'La tabla sigue: ver más columnas' })
      await more.click()
      await expect.poll(() => box.evaluate((element) => element.scrollLeft)).toBeGreaterThan(100)
      await box.evaluate((element) => element.scrollTo({ left: element.scrollWidth }))
      await more.waitFor({ state: 'detached' })
    },
  )
})

describe('the scorecard', () => {
  it('shows the full comparison of a card, and its tooltip below the figure', async () => {
    const page = await product.open(`/?month=${MONTH}`)
    const card = page.getByRole('article').first()
    await card.getByRole('note').waitFor()
    const cut = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('[data-layer="shown"] article [role="note"] [aria-hidden]')]
          .filter((words) => words.scrollWidth > words.clientWidth && words.textContent?.startsWith('vs'))
          .map((words) => words.textContent),
      )
    for (const width of [320, 360, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(async () => [await pageWidth(page), await cut()]).toEqual([width, []])
    }
    await card.getByRole('note').hover()
    const [tooltip, figure] = await Promise.all(
      [page.getByRole('tooltip'), card.getByRole('link')].map((part) => part.boundingBox()),
    )
    expect(tooltip?.y).toBeGreaterThan((figure?.y ?? 0) + (figure?.height ?? 0))
  })

  /** On A4, with both charts drawn. */
  async function expectOnePage(page: Page): Promise<void> {
    for (const name of ['Monto facturado', 'Cantidad de órdenes'])
      await region(page, name).locator('svg[data-chart]').waitFor()
    const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  }

  it('prints one clean page with the month and the figures', async () => {
    const page = await product.open(`/?month=${MONTH}`)
    const card = page.getByRole('article').first()
    await card.getByRole('note').waitFor()
    await page.emulateMedia({ media: 'print' })
    const month = page.getByText('octubre 2026', { exact: true }).filter({ visible: true })
    expect(await month.count()).toBe(1)
    expect(await page.getByRole('button', { name: 'Ver como tabla' }).count()).toBe(0)
    expect(await card.isVisible()).toBe(true)
    await expectOnePage(page)
  })

  it('prints one page of a running month', async () => {
    const page = await product.open(null)
    const running: Readonly<Record<string, string>> = {
      show_max_month: MONTH,
      running_until: `${MONTH}-20 15:32:10`,
    }
    await page.route('**/api/config', async (route) => {
      const answer = await (await route.fetch()).json()
      const data = answer.data.map((row: { option: string; values: unknown }) => ({
        ...row,
        values: running[row.option] ?? row.values,
      }))
      await route.fulfill({ json: { ...answer, data } })
    })
    await page.goto(product.url(`/?month=${MONTH}`))
    await page
      .getByText(/en preparación\./)
      .first()
      .waitFor()
    await expectOnePage(page)
  })
})

it('keeps the meaning of colours that the system replaces, also with the other appearance chosen', async () => {
  const page = await product.open(`/products-overview/business?month=${MONTH}`)
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  await page.evaluate(() => localStorage.setItem('gondola-theme', 'light'))
  await page.reload()
  const ring = region(page, 'Facturación por negocio')
  const slices = ring.locator('svg[data-chart] path')
  await slices.first().waitFor()
  const paints = (marks: Locator, of: 'fill' | 'backgroundColor') =>
    marks.evaluateAll((all, name) => all.map((mark) => getComputedStyle(mark)[name]), of)
  const colours = await paints(slices, 'fill')
  expect(new Set(colours).size).toBe(colours.length)
  expect(await paints(ring.locator('li button[aria-pressed] > :first-child'), 'backgroundColor')).toEqual(
    colours,
  )
  const [chosen, other] = ['Modo Facturacion', 'Modo Unidades'].map((word) =>
    page.getByText(word, { exact: true }).evaluate((box) => getComputedStyle(box).backgroundColor),
  )
  expect(await chosen).not.toBe(await other)
  await page.goto(product.url(`/customers-orders?month=${MONTH}`))
  const name = region(page, 'Órdenes por estado').locator('svg[data-chart] text').first()
  await name.waitFor()
  const text = await page.evaluate(() => {
    const box = document.body.appendChild(document.createElement('p'))
    box.style.color = 'CanvasText'
    return getComputedStyle(box).color
  })
  expect(await paints(name, 'fill')).toEqual([text])
})

it('leaves the window to the content on a page magnified to 400 %', async () => {
  const page = await product.open(`/?month=${MONTH}`, { viewport: { width: 320, height: 256 } })
  await page.getByRole('article').last().scrollIntoViewIfNeeded()
  const bar = await page.getByRole('banner').boundingBox()
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(0)
})

it('keeps figures apart where the browser enlarges small texts', async () => {
  const page = await product.open(`/products-overview/business?month=${MONTH}`)
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { font-size: 18px !important }')
    document.adoptedStyleSheets.push(sheet)
  })
  for (const path of ['/products-overview/business', '/distributors/distributors-overview']) {
    await page.evaluate((to) => history.pushState(null, '', to), `${path}?month=${MONTH}`)
    const entries = page.locator(`${SHOWN} li:has(button[aria-pressed])`)
    await entries.first().waitFor()
    await settled(page)
    const overlaps = await entries.evaluateAll((all) =>
      all.flatMap((entry) => {
        const texts = [...entry.querySelectorAll('span')].filter(({ childNodes }) =>
          [...childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE),
        )
        const boxes = texts.map((text) => {
          const range = document.createRange()
          range.selectNodeContents(text)
          const { left, right, top, bottom } = range.getBoundingClientRect()
          const box = text.getBoundingClientRect()
          const isCut = getComputedStyle(text).overflow === 'hidden'
          return { left, right: isCut ? Math.min(right, box.right) : right, top, bottom }
        })
        return boxes.flatMap((one, index) =>
          boxes
            .slice(index + 1)
            .filter(({ left, right, top, bottom }) => {
              const [wide, high] = [
                Math.min(one.right, right) - Math.max(one.left, left),
                Math.min(one.bottom, bottom) - Math.max(one.top, top),
              ]
              return wide > 1 && high > 6
            })
            .map(() => entry.textContent),
        )
      }),
    )
    expect(overlaps, path).toEqual([])
  }
})

it('a wide table prints across, without the frame, with the month and the time', async () => {
  const page = await product.open(`/reports/trade-report?month=${MONTH}`)
  await page.getByRole('button', { name: 'Exportar CSV' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  for (const words of ['Reporte Comercial', 'octubre 2026'])
    await page.getByRole('banner').getByText(words, { exact: true }).filter({ visible: true }).waitFor()
  await page.getByText(/^Impreso el \d\d\/\d\d\/\d{4}, \d\d:\d\d$/).waitFor()
  for (const name of ['Ir al contenido', 'Mailing', 'Ayuda'])
    expect(await page.getByText(name, { exact: true }).filter({ visible: true }).count()).toBe(0)
  const paper = () => page.evaluate(() => getComputedStyle(document.body).getPropertyValue('page'))
  expect(await paper()).toBe('wide')
  await page.evaluate((to) => history.pushState(null, '', to), `/reports/simple?month=${MONTH}`)
  await region(page, 'Apertura por Mes y Periodo').waitFor()
  await expect.poll(paper).toBe('auto')
})

it('prints the count of rows beside a long title, and no column of buttons', async () => {
  const page = await product.open(`/distributors/opportunities?month=${MONTH}`)
  const panel = region(page, 'Oportunidades')
  await panel.locator('tbody:not([aria-hidden]) tr').first().waitFor()
  await page.setViewportSize({ width: 700, height: 900 })
  await page.emulateMedia({ media: 'print' })
  const [count, words] = await Promise.all([
    panel.getByText(/^\d+ filas$/).boundingBox(),
    panel.getByText(/^\d+ oportunidades, cerca de/).evaluate((line) => {
      const range = document.createRange()
      range.selectNodeContents(line)
      return range.getBoundingClientRect().right
    }),
  ])
  expect(count?.x).toBeGreaterThanOrEqual(words)
  expect(await panel.getByRole('columnheader', { name: 'Acciones' }).count()).toBe(0)
  expect(await panel.getByRole('button', { name: /^Seguir/ }).count()).toBe(0)
})

it('prints the names of products that link to the shop', async () => {
  const page = await product.open(`/products-sales-ranking?month=${MONTH}`)
  const link = page.locator('tbody a[target="_blank"]').first()
  await link.waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await link.isVisible()).toBe(true)
})

it('prints nothing of the months beside the one on screen', async () => {
  const page = await product.open(`/discounts?month=${MONTH}`, { loadsAhead: true })
  await page.locator(AHEAD).first().waitFor({ state: 'attached' })
  await page.emulateMedia({ media: 'print' })
  const shown = page
    .locator(AHEAD)
    .evaluateAll((layers) => layers.map((each) => getComputedStyle(each).display))
  expect(new Set(await shown)).toEqual(new Set(['none']))
})

/** Table cells that have moved since the page opened, as reported by the browser. */
const movedCells = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    type Shift = PerformanceEntry & { readonly sources: readonly { readonly node: Node | null }[] }
    const { promise, resolve } = Promise.withResolvers<PerformanceEntryList>()
    new PerformanceObserver((list) => resolve(list.getEntries())).observe({
      type: 'layout-shift',
      buffered: true,
    })
    const none = new Promise<PerformanceEntryList>((done) => {
      requestAnimationFrame(() => requestAnimationFrame(() => done([])))
    })
    const shifts = (await Promise.race([promise, none])) as Shift[]
    const moved = shifts.flatMap(({ sources }) => sources.map(({ node }) => node))
    return moved
      .filter((node) => node instanceof HTMLTableCellElement)
      .map(({ textContent }) => textContent ?? '')
  })

/** What each screen shows last. */
const SCREENS: readonly (readonly [path: string, last: string])[] = [
  ['/', 'svg[data-chart] path'],
  ['/customers-orders', 'table tbody tr td'],
  ['/distributors/distributors-overview', 'svg[data-chart] path'],
  ['/distributors/distributors-details/$dist_id', 'svg[data-chart] path'],
  ['/distributors/distributors-details', 'table tbody tr td'],
  ['/distributors/opportunities', 'table tbody tr td'],
  ['/distributors/service', 'table tbody tr td'],
  ['/products-costs', 'table tbody tr td'],
  ['/products-overview/business', 'svg[data-chart] path'],
  ['/orders/$order_id', 'table tbody tr td'],
  ['/orders/$order_id/of-buyer', 'table tbody tr td'],
  ['/benefits/overview', 'svg[data-chart] path'],
  ['/analysis/benefit-performance', 'table tbody tr td'],
  ['/analysis/customer-segments', 'table tbody tr td'],
  ['/analysis/explore', 'table tbody tr td'],
  ['/analysis/goals', 'svg[data-chart] path'],
  ['/analysis/week', 'article p'],
  ['/analysis/deliveries', 'li'],
  ['/reconciliation/woocommerce', 'dl dd'],
  ['/settings/users', 'table tbody tr td'],
  ['/settings/crones', 'li'],
  ['/settings/store', 'form'],
]

// By day every second screen.
it.each(everyNth(SCREENS, 2))(
  'moves nothing of %s on a phone when its answers come late',
  async (path, last) => {
    // The period of a question is its own.
    const route = { path, title: '', access: undefined, monthly: path !== '/analysis/explore' }
    const address = await addressOf(route, product.dataOf)
    expect(await shiftsOf(product, address, `${SHOWN} ${last}`)).toEqual([])
  },
)

describe('moves nothing when it becomes known late', () => {
  it.each([
    [
      'that people wait',
      '/settings/users',
      'section li',
      {
        '/api/users': ({ data, meta }: { data: unknown; meta: object }) => ({
          data: (data as object[]).map((user) => ({ ...user, status: 'waiting' })),
          meta,
        }),
      },
    ],
    [
      'that something has to be decided',
      '/settings/crones',
      'p[role="status"]',
      {
        '/api/config/removals': ({ data, meta }: { data: unknown; meta: object }) => ({
          data,
          meta: { ...meta, total: 3 },
        }),
      },
    ],
    [
      'that there is a provider',
      '/account',
      'form button:text("Unir con Google")',
      {
        '/api/account/provider': ({ meta }: { meta: object }) => ({
          data: { name: 'Google', linked: false, can_link: true },
          meta,
        }),
      },
    ],
  ])('%s', async (_, path, last, changes) => {
    for (const viewport of [PHONE, DESK])
      expect(
        await shiftsOf(product, path, `${SHOWN} ${last}`, { viewport, changes }),
        `${viewport.width}`,
      ).toEqual([])
  })
})

it('shows 25 rows of a table with one scroll bar, under a head that stays', async () => {
  const page = await product.open(`/products-overview/segments-table?month=${MONTH}`)
  const table = page.locator(`${SHOWN} table`).last()
  await table.locator('tbody:not([aria-hidden]) tr').nth(20).waitFor()
  const box = table.locator('xpath=ancestor::section[1]')
  expect(await box.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(1)
  await table.locator('tbody tr').nth(20).scrollIntoViewIfNeeded()
  const head = await table.locator('thead').boundingBox()
  const bar = await page.getByRole('banner').boundingBox()
  expect(Math.round(head?.y ?? 0)).toBe(Math.round((bar?.y ?? 0) + (bar?.height ?? 0)))
})

describe('a table', () => {
  it('moves no cell while its rows appear', async () => {
    const page = await product.open(`/products-sales-ranking?month=${MONTH}`)
    await region(page, 'Ranking de ventas').locator('tbody:not([aria-hidden]) tr').first().waitFor()
    expect(await movedCells(page)).toEqual([])
  })

  it('keeps its first column in sight on a phone', async () => {
    const page = await product.open(LIST, { viewport: PHONE })
    const cell = page.locator(`${SHOWN} tbody tr:first-child td:first-child`)
    await cell.locator('a').waitFor()
    const before = await cell.boundingBox()
    await page.locator(`${SHOWN} table`).evaluate((table) => table.parentElement?.scrollTo({ left: 400 }))
    expect((await cell.boundingBox())?.x).toBe(before?.x)
  })

  it('copies a cell as the plain number', async () => {
    const page = await product.open(LIST)
    await page.locator(`${SHOWN} tbody tr:first-child a`).first().waitFor()
    const copied = await page.evaluate(() => {
      const cell = [...document.querySelectorAll('tbody tr:first-child td')].find((td) =>
        td.textContent?.startsWith('$'),
      )
      if (!cell) return null
      document.getSelection()?.selectAllChildren(cell)
      const data = new DataTransfer()
      cell.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, bubbles: true }))
      return data.getData('text/plain')
    })
    expect(copied).toMatch(/^\d+,\d{2}$/)
  })

  it('keeps an open menu at its button while the page scrolls, and closes it when the button leaves', async () => {
    const page = await product.open(LIST)
    const button = page.getByRole('button', { name: 'Columnas', exact: true })
    await button.click()
    const gap = () =>
      button.evaluate((one) => {
        const box = document.querySelector('[popover]:popover-open')?.getBoundingClientRect()
        return box && Math.round(box.top - one.getBoundingClientRect().bottom)
      })
    const before = await gap()
    await page.evaluate(() => scrollBy(0, 40))
    await page.waitForFunction(() => scrollY > 0)
    await expect.poll(gap).toBe(before)
    await page.evaluate(() => {
      document.body.style.paddingBottom = '3000px'
      scrollTo(0, 3000)
    })
    await page.getByLabel('Email', { exact: true }).waitFor({ state: 'hidden' })
  })

  it.each([DESK, PHONE])(
    'opens the menu of its first column inside the window, at $width px',
    async (viewport) => {
      const asked = `/analysis/explore?measures=net_sale&by=province&from=${MONTH}-01&to=${MONTH}-31`
      const page = await product.open(asked, { viewport })
      await page.locator('tbody').getByRole('button').first().click()
      const menu = page.getByRole('menu').filter({ hasText: 'Avisarme' })
      await menu.waitFor()
      const [box, entry] = [await menu.boundingBox(), await page.locator('tbody td').first().boundingBox()]
      expect(box?.x).toBeGreaterThanOrEqual(entry?.x ?? 0)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(viewport.width)
    },
  )
})

describe('charts and cards', () => {
  it('fit every figure inside its card', async () => {
    const page = await product.open(`/benefits/corporatives?month=${MONTH}`)
    await page.getByRole('article').first().waitFor()
    const outside = () =>
      page.getByRole('article').evaluateAll((cards) =>
        cards.flatMap((one) => {
          const { right } = one.getBoundingClientRect()
          const padding = Number.parseFloat(getComputedStyle(one).paddingRight)
          return [...one.querySelectorAll('dd, dt, a')]
            .filter((part) => part.getBoundingClientRect().right > right - padding)
            .map((part) => part.textContent)
        }),
      )
    for (const viewport of [PHONE, DESK, { width: 1920, height: 1080 }]) {
      await page.setViewportSize(viewport)
      expect(await outside(), `at ${viewport.width}`).toEqual([])
    }
  })

  it('truncate coupon names at their bars on a phone', async () => {
    const page = await product.open(`/discounts?month=${MONTH}`, { viewport: PHONE })
    const chart = region(page, '10 Cupones más usados').locator('svg[data-chart]')
    await chart.getByText('general', { exact: true }).waitFor()
    const { names, covered } = await chart.evaluate((svg) => {
      const bars = [...svg.querySelectorAll('rect[fill]')].map((bar) => bar.getBoundingClientRect())
      const words = [...svg.querySelectorAll('text')].map((word) => ({
        name: word.textContent,
        box: word.getBoundingClientRect(),
      }))
      const overlaps = (box: DOMRect) =>
        bars.some(
          (bar) =>
            box.top < bar.bottom && box.bottom > bar.top && box.left < bar.right && box.right > bar.left,
        )
      return {
        names: words.map(({ name }) => name),
        covered: words.filter(({ box }) => overlaps(box)).map(({ name }) => name),
      }
    })
    expect(names.some((name) => name.endsWith('…'))).toBe(true)
    expect(covered).toEqual([])
  })

  it('draw the ring of businesses with a hole of 83 %, larger in large windows', async () => {
    const page = await product.open(`/products-overview/business?month=${MONTH}`)
    const slices = region(page, 'Facturación por negocio').locator('svg[data-chart] path')
    /** Width of the hole over the width of the ring. */
    const hole = () =>
      slices.first().evaluate((slice) => {
        const arcs = [...(slice.getAttribute('d') ?? '').matchAll(/A([\d.]+)/g)].map((arc) => Number(arc[1]))
        return Math.min(...arcs) / Math.max(...arcs)
      })
    await slices.first().waitFor()
    expect(await hole()).toBeCloseTo(0.83, 3)
    await page.setViewportSize({ width: 1601, height: 800 })
    expect(await hole()).toBeCloseTo(0.83, 3)
    await page.setViewportSize({ width: 1601, height: 801 })
    await expect.poll(hole).toBeGreaterThan(0.831)
    await page.setViewportSize(DESK)
    await settled(page)
  })
})
