// The frame on screen: menu, month, palette, keyboard, what this browser remembers. On the real server with demo data.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type {} from '#web/api/early-answers.ts'
import { expectNoAxeViolations } from './axe.ts'
import { PHONE, productOn } from './harness.ts'

const product = productOn('demo')

const ENTRIES = [
  ['Segmentos', '/products-overview/segments'],
  ['Tabla de Segmentos', '/products-overview/segments-table'],
  ['Resumen de Negocios', '/products-overview/business'],
  ['Ranking de ventas', '/products-sales-ranking'],
  ['Resumen Distribuidores', '/distributors/distributors-overview'],
  ['Reportes de Distribuidores', '/distributors/distributors-details'],
  ['Reportes de Clientes', '/customers-overview'],
  ['Órdenes de Clientes', '/customers-orders'],
  ['Resumen', '/benefits/overview'],
  ['Corporativos', '/benefits/corporatives'],
  ['Bancarios', '/benefits/banking-benefits'],
  ['Masivos', '/benefits/massives'],
  ['Detalles', '/benefits/details'],
  ['Reporte Comercial', '/reports/trade-report'],
  ['Compro X llevo Y', '/reports/buy-x-get-y'],
  ['Reporte SIMPLE', '/reports/simple'],
  ['Cajas Surtidas', '/reports/mix-boxes'],
  ['Mailing', '/reports/users-mails'],
  ['Usuarios', '/settings/users'],
  ['Ultimo mes', '/settings/last_month'],
  ['Crones', '/settings/crones'],
] as const

const month = (page: Page) => new URL(page.url()).searchParams.get('month')
const monthButton = (page: Page) => page.getByRole('button', { name: /^Mes: / })

async function opened(path: string, options?: Parameters<typeof product.open>[1]) {
  const page = await product.open(path, options)
  await page.getByRole('navigation', { name: 'Pie de página' }).waitFor()
  return page
}

describe('the menu', () => {
  it('lists every entry of the specification, each with its address', async () => {
    const page = await opened('/reports/simple?month=2026-08')
    const menu = page.getByRole('navigation', { name: 'Menú principal' })
    for (const [name, path] of ENTRIES) {
      const href = await menu.getByRole('link', { name, exact: true }).getAttribute('href')
      expect(href).toBe(`${path}?month=2026-08`)
    }
    expect(await menu.locator('[aria-current=page]').textContent()).toBe('Reporte SIMPLE')

    // An address opened directly has its entry in sight.
    await page.goto(product.url('/settings/crones'))
    const current = menu.locator('[aria-current=page]', { hasText: 'Crones' })
    const end = async () => (await current.boundingBox().then((box) => box && box.y + box.height)) ?? Infinity
    await expect.poll(end, { timeout: 30_000 }).toBeLessThanOrEqual(768 - 28)
  })

  it('remembers closed sections and the icons', async () => {
    const page = await opened('/customers-overview?month=2026-08')
    await page.getByRole('button', { name: 'Reportes', exact: true }).click()
    expect(await page.getByRole('link', { name: 'Mailing' }).isVisible()).toBe(false)
    await page.reload()
    await page.getByRole('button', { name: 'Reportes', exact: true }).waitFor()
    expect(await page.getByRole('link', { name: 'Mailing' }).isVisible()).toBe(false)

    await page.getByRole('button', { name: 'Contraer el menú' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Expandir el menú' }).waitFor()
    await page.getByRole('button', { name: 'Beneficios' }).click()
    await page.getByRole('menuitem', { name: 'Masivos' }).click()
    await page.waitForURL(/\/benefits\/massives\?month=2026-08/)
  })

  it('stays written out where the code of the icons does not come', async () => {
    const page = await opened('/customers-overview?month=2026-08', { expectedErrors: [/net::ERR_FAILED/] })
    await page.route('**/icon-menu*', (route) => route.abort())
    await page.getByRole('button', { name: 'Contraer el menú' }).click()
    await page.getByText('El menú de íconos no se pudo cargar: queda el completo.').waitFor()
    await page.getByRole('button', { name: 'Contraer el menú' }).waitFor()
    await page.getByRole('link', { name: 'Ranking de ventas' }).waitFor()
    await page.getByRole('heading', { name: 'Reportes de Clientes' }).waitFor()
  })

  it('is a drawer on a phone, and closes when an entry is chosen', async () => {
    const page = await opened('/customers-overview?month=2026-08', { viewport: PHONE })
    await page.getByRole('button', { name: 'Abrir el menú' }).click()
    await expectNoAxeViolations(page)
    await page.getByRole('link', { name: 'Ranking de ventas' }).click()
    await page.waitForURL(/\/products-sales-ranking/)
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })

  it('moves the focus to the title of the screen that opens', async () => {
    const page = await opened('/reports/simple?month=2026-08')
    await page.getByRole('link', { name: 'Ultimo mes' }).click()
    await page.locator('h1:focus', { hasText: 'Ultimo mes' }).waitFor()
    expect(await page.title()).toBe('Ultimo mes · Góndola')
    expect(
      await page
        .getByRole('banner')
        .getByRole('button', { name: /^Mes: / })
        .count(),
    ).toBe(0)
  })
})

describe('the month', () => {
  it('is the latest one until another is chosen, and stays from screen to screen', async () => {
    const page = await opened('/')
    await page.waitForURL(/month=/)
    const latest = month(page)
    expect(await page.getByRole('button', { name: 'Mes siguiente' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Mes anterior' }).click()
    await page.waitForURL((url) => url.searchParams.get('month') !== latest)
    const chosen = month(page)
    await page.getByRole('link', { name: 'Reporte SIMPLE' }).click()
    await page.waitForURL(/\/reports\/simple/)
    expect(month(page)).toBe(chosen)
    await page.goBack()
    await page.waitForURL((url) => url.pathname === '/')
    expect(month(page)).toBe(chosen)
  })

  it.each([
    ['the month before', ''],
    ['the year before', 'compare=year'],
  ])(
    'of the first screen, beside %s, is asked for before its code is there, and each question once',
    async (_, beside) => {
      const page = await opened(`/?${beside}`)
      await page.getByText('Venta Neta').first().waitFor()
      await page.waitForFunction(() => window.gondolaEarly?.answers.size === 0)
      const latest = month(page)
      const asked = await page.evaluate(() =>
        performance.getEntriesByType('resource').map(({ name }) => name.slice(location.origin.length)),
      )
      const figures = `/api/summary/main-page?start_date=${latest}`
      const year = `/api/summary/main-page/charts?start_date=${latest}`
      for (const address of ['/api/me', '/api/config', year])
        expect(asked.filter((one) => one === address)).toHaveLength(1)
      expect(asked.filter((one) => one.startsWith(figures))).toEqual([`${figures}${beside && `&${beside}`}`])
    },
  )

  it('is driven by keys: months, years, the ends of the year', async () => {
    const page = await opened('/reports/simple?month=2025-05')
    await monthButton(page).press('Enter')
    await page.locator('button:focus[aria-label="mayo 2025"]').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.locator('button:focus[aria-label="junio 2025"]').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.locator('button:focus[aria-label="septiembre 2025"]').waitFor()
    await page.keyboard.press('PageUp')
    await page.locator('button:focus[aria-label="septiembre 2024"]').waitFor()
    await page.keyboard.press('Home')
    await page.locator('button:focus[aria-label="enero 2024"]').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/month=2024-01/)
    await page.locator('button:focus[aria-label="Mes: enero 2024"]').waitFor()
  })

  it('is typed, also with its name, and says what it cannot take', async () => {
    const page = await opened('/reports/simple?month=2025-05')
    await monthButton(page).click()
    await page.getByRole('dialog', { name: 'Elegir mes' }).waitFor()
    await page.locator('button:focus[aria-label="mayo 2025"]').waitFor()
    await page.keyboard.type('mar')
    await page.keyboard.type('zo 2019')
    await page.keyboard.press('Enter')
    await page.getByText(/^Hay datos de junio 2020 a /).waitFor()
    await page.getByLabel('Escribir un mes').fill('nada')
    await page.keyboard.press('Enter')
    await page.getByText('Escribí un mes, como mayo 2024 o 05/2024').waitFor()
    await page.getByLabel('Escribir un mes').fill('marzo 2024')
    await page.keyboard.press('Enter')
    await page.waitForURL(/month=2024-03/)
  })

  it('has its neighbours fetched ahead, so that a step asks the server for nothing new', async () => {
    const page = await product.open('/distributors/distributors-overview?month=2026-05')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.waitForResponse(/distributors\/resume\?start_date=2026-04/)
    await page.getByRole('button', { name: 'Mes anterior' }).click()
    await page.waitForURL(/month=2026-04/)
    await page.getByText('Estados').first().waitFor()
    expect(asked.filter((url) => url.includes('resume?start_date=2026-04'))).toHaveLength(1)
  })

  it('that is none in the address gives way to the latest one', async () => {
    const page = await opened('/reports/simple?month=2024-13')
    await page.waitForURL(/month=\d{4}-\d{2}$/)
    expect(month(page)).not.toBe('2024-13')
    const latest = month(page)
    // One that exists and cannot be chosen does too, and the page says so until the next screen.
    await page.goto(product.url('/reports/simple?month=2019-01'))
    await page.waitForURL(`**/reports/simple?month=${latest}`)
    const why = page.getByText(/^No hay datos de enero 2019: se pueden ver los meses de junio 2020 a /)
    await why.waitFor()
    await page.getByRole('link', { name: 'Tabla de Segmentos' }).click()
    await why.waitFor({ state: 'detached' })
    await page.goto(product.url('/?month=2199-12'))
    await page.waitForURL(`**/?month=${latest}`)
    await page.getByText(/^No hay datos de diciembre 2199: /).waitFor()
    await page.getByRole('button', { name: 'Cerrar', exact: true }).click()
    expect(await page.getByText(/^No hay datos de /).count()).toBe(0)
  })
})

describe('the palette', () => {
  it('goes to a screen, a month and a distributor', async () => {
    const page = await opened('/reports/simple?month=2026-08')
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Ir a una pantalla, un mes o un distribuidor…').fill('cajas')
    const chosen = (name: RegExp) =>
      page.getByRole('button', { name }).and(page.locator('[data-selected]')).waitFor()
    await chosen(/Cajas Surtidas/)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/reports\/mix-boxes\?month=2026-08/)

    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Ir a una pantalla, un mes o un distribuidor…').fill('marzo 2026')
    await chosen(/Marzo 2026/)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/reports\/mix-boxes\?month=2026-03/)

    await page.keyboard.press('Control+k')
    const search = page.getByPlaceholder('Ir a una pantalla, un mes o un distribuidor…')
    await search.fill('distribuidora')
    // They come later than what was typed, and Enter goes to the first all the same.
    await chosen(/^Distribuidora /)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/distributors\/distributors-details\/[^/?]+\?month=2026-03/)
  })

  it('says that it does not open where its code does not come, and the screen stays', async () => {
    const page = await opened('/reports/simple?month=2026-08', {
      expectedErrors: [/net::ERR_FAILED/],
      fresh: true,
    })
    await page.route(/palette|api\/health/, (route) => route.abort())
    await page.keyboard.press('Control+k')
    await page.getByText('No se pudo abrir: el servidor no contesta.').waitFor()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Reporte SIMPLE')
  })

  it('and the list of shortcuts have nothing for axe to find', async () => {
    const page = await opened('/reports/simple?month=2026-08')
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Ir a una pantalla, un mes o un distribuidor…').waitFor()
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await page.getByPlaceholder('Ir a una pantalla, un mes o un distribuidor…').waitFor({ state: 'detached' })
    await page.keyboard.press('Shift+?')
    await page.getByRole('dialog', { name: 'Atajos de teclado' }).waitFor()
    await expectNoAxeViolations(page)
  })
})

describe('what stands around', () => {
  it('fits every width between a phone and a desk, names in full', async () => {
    const page = await opened('/distributors/distributors-overview?month=2026-08')
    await page.getByRole('table', { name: 'Estados de las órdenes' }).waitFor()
    await page.getByText(/^Otros \d+ distribuidores$/).waitFor()
    const found = () =>
      page.evaluate(() => ({
        wide: document.documentElement.scrollWidth,
        cut: [...document.querySelectorAll('[data-sheet="shown"] li button [title]')]
          .filter((name) => name.scrollWidth > name.clientWidth)
          .map((name) => name.textContent),
      }))
    for (const width of [700, 820, 1000, 1001, 1100]) {
      await page.setViewportSize({ width, height: 800 })
      // What is drawn to its measured width follows a moment later.
      await expect.poll(found, { timeout: 30_000 }).toEqual({ wide: width, cut: [] })
    }
    // What a card is compared with stands whole; `title` is on the names above.
    await page.getByRole('link', { name: 'Scorecard' }).click()
    await page.getByRole('heading', { name: 'Ticket Promedio' }).waitFor()
    await page.waitForFunction(() => document.querySelector('[data-sheet="shown"] article [role="note"]'))
    const cutBeside = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('[data-sheet="shown"] article [role="note"] [aria-hidden]')]
          .filter((words) => words.scrollWidth > words.clientWidth && words.textContent?.startsWith('vs'))
          .map((words) => words.textContent),
      )
    for (const width of [320, 360, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(cutBeside, { timeout: 30_000 }).toEqual([])
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  })

  it('keeps the theme and the width on this device', async () => {
    const page = await opened('/reports/simple?month=2026-08')
    await page.getByRole('button', { name: 'Apariencia' }).click()
    await page.getByText('Oscuro').click()
    await page.getByText('Fijo').click()
    await page.reload()
    await page.getByRole('navigation', { name: 'Pie de página' }).waitFor()
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
    expect(await page.locator('[data-layout]').getAttribute('data-layout')).toBe('boxed')
  })

  it('says quietly that the connection is gone', async () => {
    const page = await opened('/reports/simple?month=2026-08')
    // What is fetched ahead has come.
    await page.waitForFunction(
      () =>
        performance.getEntriesByType('resource').filter(({ name }) => /start_date=2026-0[79]/.test(name))
          .length === 4,
    )
    await page.context().setOffline(true)
    await page.getByText('Sin conexión. Se muestra lo último que se cargó.').waitFor()
    await page.context().setOffline(false)
    await page.getByText('Sin conexión. Se muestra lo último que se cargó.').waitFor({ state: 'detached' })
  })

  it('stays when a screen’s code cannot be fetched, and fetches it when asked again', async () => {
    const page = await opened('/reports/simple?month=2026-08', {
      fresh: true,
      expectedErrors: [/ERR_INTERNET_DISCONNECTED/, /NetworkError/, /dynamically imported/],
    })
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Tabla de Segmentos' }).click()
    await page.getByText('Sin respuesta del servidor').waitFor()
    await page.getByRole('link', { name: 'Reporte SIMPLE' }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await page.getByRole('button', { name: 'Exportar CSV' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/products-overview/segments-table')
    expect(
      await page
        .locator('th')
        .first()
        .evaluate((cell) => getComputedStyle(cell).position),
    ).toBe('sticky')
  })

  it('jumps to the content with the first key', async () => {
    const page = await opened('/reports/simple?month=2026-08')
    await page.keyboard.press('Tab')
    await page.locator('a:focus', { hasText: 'Ir al contenido' }).press('Enter')
    await page.locator('main:focus').waitFor()
  })

  it('prints the screen without its frame, with its month and the time, a wide table across', async () => {
    const page = await opened('/reports/trade-report?month=2026-08')
    await page.getByRole('button', { name: 'Exportar CSV' }).waitFor()
    await page.emulateMedia({ media: 'print' })
    for (const words of ['Reporte Comercial', 'agosto 2026'])
      await page.getByRole('banner').getByText(words, { exact: true }).filter({ visible: true }).waitFor()
    await page.getByText(/^Impreso el \d\d\/\d\d\/\d{4}, \d\d:\d\d$/).waitFor()
    for (const name of ['Ir al contenido', 'Mailing', 'Ayuda'])
      expect(await page.getByText(name, { exact: true }).filter({ visible: true }).count()).toBe(0)
    const sheet = () => page.evaluate(() => getComputedStyle(document.body).getPropertyValue('page'))
    expect(await sheet()).toBe('wide')
    await page.goto(product.url('/reports/simple?month=2026-08'))
    await page.getByText('Apertura por Mes y Periodo').waitFor()
    expect(await sheet()).toBe('auto')
  })

  it('keeps help and terms inside the frame, and the month with them', async () => {
    const page = await opened('/reports/simple?month=2026-08')
    const foot = page.getByRole('navigation', { name: 'Pie de página' })
    for (const title of ['Ayuda', 'Términos']) {
      await foot.getByRole('link', { name: title }).click()
      await page.locator('h1', { hasText: title }).waitFor()
      await page.getByRole('navigation', { name: 'Menú principal' }).waitFor()
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    }
    await page.getByRole('link', { name: 'Mailing' }).click()
    await page.getByRole('link', { name: 'Reporte SIMPLE' }).click()
    await page.waitForURL(/\/reports\/simple\?month=2026-08/)
  })

  it('has only Cerrar Sesión in the user menu', async () => {
    const page = await opened('/reports/simple?month=2026-08')
    await page.getByRole('button', { name: /Menú de usuario/ }).click()
    await page.getByRole('menuitem').first().waitFor()
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Cerrar Sesión'])
  })
})
