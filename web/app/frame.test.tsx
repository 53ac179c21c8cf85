// The frame: menu, month, palette, settings remembered by the browser, and the notice of a lost connection.
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import {
  address,
  addUserWith,
  closeApp,
  goTo,
  openApp,
  reload,
  saveData,
  searchParam,
  settled,
} from '#test/web/app.tsx'
import { dataOf, failing, requestsOf, stub, success, unreachable } from '#test/web/network.ts'

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

const menu = () => screen.getByRole('navigation', { name: 'Menú principal' })
const monthButton = () => screen.getByRole('button', { name: /^Mes: / })
const focused = (label: string) =>
  waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(label))

describe('the menu', () => {
  it('lists every screen with its address and the month, and marks the current one', async () => {
    await openApp('/reports/simple?month=2026-08')
    for (const [name, path] of ENTRIES) {
      const href = within(menu()).getByRole('link', { name }).getAttribute('href')
      expect(href).toBe(`${path}?month=2026-08`)
    }
    expect(menu().querySelector('[aria-current=page]')?.textContent).toBe('Reporte SIMPLE')
  })

  it('remembers closed sections and the icons', async () => {
    const user = await openApp('/customers-overview?month=2026-08')
    const mailing = () => within(menu()).queryByRole('link', { name: 'Mailing', hidden: false })
    expect(mailing()).not.toBeNull()
    await user.click(screen.getByRole('button', { name: 'Reportes' }))
    expect(mailing()).toBeNull()
    await reload()
    expect(mailing()).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Contraer el menú' }))
    await screen.findByRole('button', { name: 'Expandir el menú' })
    await reload()
    await screen.findByRole('button', { name: 'Expandir el menú' })
    await user.click(await screen.findByRole('button', { name: 'Beneficios' }))
    await user.click(await screen.findByRole('link', { name: 'Masivos' }))
    await waitFor(() => expect(address()).toBe('/benefits/massives?month=2026-08'))
  })

  it('stays on the page of an unknown address, and above the screens of a section opens the first one', async () => {
    await openApp('/reports/nada?month=2026-08')
    await screen.findByText('La dirección no existe o cambió de lugar.')
    expect(document.title).toBe('Page not found · Góndola')
    expect(within(menu()).getByRole('link', { name: 'Mailing' })).toBeTruthy()
    for (const [above, first] of [
      ['/benefits', '/benefits/overview'],
      ['/settings', '/settings/users'],
      ['/reports', '/reports/trade-report'],
    ] as const) {
      await goTo(`${above}?month=2026-08`)
      await waitFor(() => expect(address()).toBe(`${first}?month=2026-08`))
    }
    const as = await addUserWith('ordenes', ['view:orders'])
    await openApp('/customers', { as })
    await waitFor(() => expect(location.pathname).toBe('/customers-orders'))
    await goTo('/settings')
    await screen.findByText('Sin acceso')
    screen.getByText('En desarrollo...')
  })

  it('says whose figures a limited role sees, on every screen', async () => {
    const [first, second] = await dataOf<{ distributor: { key: string; label: string } }[]>(
      '/api/questions/answer?measures=net_sale&by=distributor&from=2026-10-01&to=2026-10-31',
    )
    if (!first || !second) throw new Error('Too few distributors')
    const ids = [first.distributor.key, second.distributor.key]
    const as = await addUserWith('dos-distribuidores', ['view:scorecard'], ids)
    const { scope_names } = await dataOf<{ scope_names: string[] | null }>('/api/me')
    expect(scope_names).toBeNull()
    for (const path of ['/', '/analysis/explore', '/account']) {
      await openApp(path, { as })
      await screen.findByText(`Solo ${first.distributor.label} y ${second.distributor.label}`)
    }
    await openApp('/')
    expect(screen.queryByText(/^Solo (?!completadas)/)).toBeNull()
  })

  it('moves the focus to the title of the screen that opens', async () => {
    const user = await openApp('/reports/simple?month=2026-08')
    await user.click(screen.getByRole('link', { name: 'Ultimo mes' }))
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
    expect(document.activeElement?.textContent).toBe('Ultimo mes')
    expect(document.title).toBe('Ultimo mes · Góndola')
    const [topBar] = screen.getAllByRole('banner')
    expect(within(topBar as HTMLElement).queryByRole('button', { name: /^Mes: / })).toBeNull()
  })
})

describe('the month', () => {
  it('defaults to the latest and is kept between screens', async () => {
    const user = await openApp('/')
    const latest = searchParam('month')
    expect(latest).toMatch(/^\d{4}-\d{2}$/)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Mes siguiente' }).disabled).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Mes anterior' }))
    await waitFor(() => expect(searchParam('month')).not.toBe(latest))
    const chosen = searchParam('month')
    await user.click(screen.getByRole('link', { name: 'Reporte SIMPLE' }))
    await waitFor(() => expect(location.pathname).toBe('/reports/simple'))
    expect(searchParam('month')).toBe(chosen)
    history.back()
    await waitFor(() => expect(location.pathname).toBe('/'))
    expect(searchParam('month')).toBe(chosen)
  })

  it('takes every table of a page back to its first page', async () => {
    const user = await openApp('/discounts?month=2026-10&per_page=5&page=2&c_per_page=5&c_page=2')
    expect(screen.getAllByText(/^Página 2 de/)).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Mes anterior' }))
    await waitFor(() => expect(searchParam('month')).toBe('2026-09'))
    expect([searchParam('page'), searchParam('c_page')]).toEqual([null, null])
    expect([searchParam('per_page'), searchParam('c_per_page')]).toEqual(['5', '5'])
  })

  it('does so too when the palette opens a month', async () => {
    const user = await openApp('/discounts?month=2026-10&per_page=5&page=2')
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByLabelText('Buscar', { selector: 'input' }), 'septiembre 2026')
    await user.click(await screen.findByText('Septiembre 2026'))
    await waitFor(() => expect(searchParam('month')).toBe('2026-09'))
    expect([searchParam('page'), searchParam('per_page')]).toEqual([null, '5'])
  })

  it('is chosen by keyboard: months, years, ends of the year', async () => {
    const user = await openApp('/reports/simple?month=2025-05')
    await user.click(monthButton())
    await focused('mayo 2025')
    for (const [key, label] of [
      ['ArrowRight', 'junio 2025'],
      ['ArrowDown', 'septiembre 2025'],
      ['PageUp', 'septiembre 2024'],
      ['Home', 'enero 2024'],
    ] as const) {
      await user.keyboard(`{${key}}`)
      await focused(label)
    }
    await user.keyboard('{Enter}')
    await waitFor(() => expect(searchParam('month')).toBe('2024-01'))
    await focused('Mes: enero 2024')
  })

  it('accepts typed months and explains invalid ones', async () => {
    const user = await openApp('/reports/simple?month=2025-05')
    await user.click(monthButton())
    await screen.findByRole('dialog', { name: 'Elegir mes' })
    await focused('mayo 2025')
    await user.keyboard('marzo 2019{Enter}')
    await screen.findByText(/^Hay datos de junio 2020 a /)
    const field = screen.getByLabelText('Escribir un mes')
    await user.clear(field)
    await user.type(field, 'nada{Enter}')
    await screen.findByText('Escribí un mes, como mayo 2024 o 05/2024')
    await user.clear(field)
    await user.type(field, 'marzo 2024{Enter}')
    await waitFor(() => expect(searchParam('month')).toBe('2024-03'))
  })

  it('takes a name that is still to come this year for the month of the last one', async () => {
    const user = await openApp('/reports/simple?month=2026-05')
    await user.click(monthButton())
    await screen.findByRole('dialog', { name: 'Elegir mes' })
    await user.type(screen.getByLabelText('Escribir un mes'), 'diciembre{Enter}')
    await waitFor(() => expect(searchParam('month')).toBe('2025-12'))
    await user.click(monthButton())
    const field = await screen.findByLabelText('Escribir un mes')
    await user.type(field, 'diciembre 2026{Enter}')
    await screen.findByText(/^Hay datos de junio 2020 a /)
  })

  it('prefetches its neighbours once each', async () => {
    saveData(false)
    const user = await openApp('/distributors/distributors-overview?month=2026-05')
    const calls = () =>
      requestsOf('/api/distributors/resume').filter(({ query }) => query.get('start_date') === '2026-04')
    await waitFor(() => expect(calls()).toHaveLength(1))
    await user.click(screen.getByRole('button', { name: 'Mes anterior' }))
    await waitFor(() => expect(searchParam('month')).toBe('2026-04'))
    await screen.findAllByText(/vs marzo 2026/)
    expect(calls()).toHaveLength(1)
  })

  it('keeps the page usable if the session ends during a step', async () => {
    const path = '/distributors/distributors-details/10118'
    await openApp(`${path}?month=2026-05`)
    screen.getByRole('button', { name: 'Mes anterior' }).click()
    closeApp()
    const user = await openApp(`${path}?month=2026-10`)
    await user.type(screen.getByLabelText('Filtrar por Estados'), 'ninguno')
    await screen.findByText('Ninguna fila coincide con los filtros')
  })

  it('falls back to the latest month where it has no data, and says so', async () => {
    const user = await openApp('/reports/simple?month=2024-13')
    await waitFor(() => expect(searchParam('month')).toMatch(/^\d{4}-\d{2}$/))
    const latest = searchParam('month')
    expect(latest).not.toBe('2024-13')
    await screen.findByText('«2024-13» no es un mes: en la dirección se escribe AAAA-MM, como 2026-05.')
    await goTo('/reports/simple?month=2019-01')
    await waitFor(() => expect(address()).toBe(`/reports/simple?month=${latest}`))
    await screen.findByText(/^No hay datos de enero 2019: se pueden ver los meses de junio 2020 a /)
    await user.click(screen.getByRole('link', { name: 'Tabla de Segmentos' }))
    await waitFor(() => expect(screen.queryByText(/^No hay datos de enero 2019/)).toBeNull())
    const again = await openApp('/?month=2199-12')
    await waitFor(() => expect(address()).toBe(`/?month=${latest}`))
    await screen.findByText(/^No hay datos de diciembre 2199: /)
    await again.click(screen.getByRole('button', { name: 'Cerrar' }))
    await waitFor(() => expect(screen.queryByText(/^No hay datos de /)).toBeNull())
  })
})

it('opens help and terms inside the frame, keeping the month', async () => {
  const user = await openApp('/reports/simple?month=2026-08')
  for (const name of ['Ayuda', 'Términos']) {
    const footer = screen.getByRole('navigation', { name: 'Pie de página' })
    await user.click(within(footer).getByRole('link', { name }))
    await waitFor(() => expect(document.querySelector('h1')?.textContent).toContain(name))
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    menu()
  }
  await user.click(screen.getByRole('link', { name: 'Mailing' }))
  await user.click(await screen.findByRole('link', { name: 'Reporte SIMPLE' }))
  await waitFor(() => expect(address()).toBe('/reports/simple?month=2026-08'))
})

it('takes what is typed before the palette is there', async () => {
  const user = await openApp('/?month=2026-09')
  for (const typed of ['factura 12', 'marzo']) {
    await user.keyboard(`{Control>}k{/Control}${typed}`)
    const field = await screen.findByLabelText<HTMLInputElement>('Buscar', { selector: 'input' })
    await waitFor(() => expect(field.value).toBe(typed))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByLabelText('Buscar', { selector: 'input' })).toBeNull())
  }
  expect(searchParam('month')).toBe('2026-09')
})

it('says in the palette that the server searches, failed or found nothing', async () => {
  const user = await openApp('/reports/simple?month=2026-08')
  const type = async (typed: string) => {
    await user.keyboard('{Control>}k{/Control}')
    const field = await screen.findByLabelText('Buscar', { selector: 'input' })
    await user.clear(field)
    await user.type(field, typed)
  }
  const { promise, resolve } = Promise.withResolvers<Response>()
  stub('POST /api/search', () => promise)
  await type('zzyzx')
  await screen.findByText('Buscando…')
  expect(screen.queryByText('Sin resultados')).toBeNull()
  resolve(success({ orders: [], buyers: [], distributors: [], products: [], coupons: [] }))
  await screen.findByText('Sin resultados')
  await user.keyboard('{Escape}')
  failing('POST /api/search', 400)
  await type('simple y')
  await screen.findByText(/^El servidor no contestó/)
  expect(screen.queryByText('Sin resultados')).toBeNull()
})

it('finds a month named as it is said, of the year before where it is still to come', async () => {
  const user = await openApp('/')
  await user.keyboard('{Control>}k{/Control}')
  const search = await screen.findByLabelText('Buscar', { selector: 'input' })
  for (const [typed, month] of [
    ['dic.', 'Diciembre 2025'],
    ['setiembre', 'Septiembre 2026'],
  ] as const) {
    await user.clear(search)
    await user.type(search, typed)
    await screen.findByRole('button', { name: `${month} Scorecard` })
  }
})

it('asks again after midnight', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  vi.setSystemTime('2026-11-30T23:59:30-03:00')
  try {
    await openApp('/analysis/explore?measures=net_sale&by=province&period=this_month')
    const asked = () => requestsOf('/api/questions/answer').length
    await expect.poll(asked).toBe(1)
    vi.advanceTimersByTime(20_000)
    vi.advanceTimersByTime(60_000)
    await expect.poll(asked).toBe(2)
    vi.advanceTimersByTime(120_000)
    await settled()
    expect(asked()).toBe(2)
  } finally {
    vi.useRealTimers()
  }
})

it('finds companies, segments, provinces and benefits in the palette, and explores them', async () => {
  const user = await openApp('/?month=2026-09')
  for (const [dimension, title] of [
    ['company', 'Empresa'],
    ['segment', 'Segmento'],
    ['province', 'Provincia'],
    ['benefit_sub_group', 'Subgrupo de beneficio'],
  ] as const) {
    const measure = dimension === 'benefit_sub_group' ? 'benefit_amount' : 'net_sale'
    const rows = await dataOf<Record<string, { key: string; label: string }>[]>(
      `/api/questions/answer?measures=${measure}&by=${dimension}&period=last_12_months&order=-${measure}`,
    )
    const { key, label } = rows.map((row) => row[dimension]!).find((cell) => cell.key !== '')!
    await user.keyboard('{Control>}k{/Control}')
    const search = await screen.findByLabelText('Buscar', { selector: 'input' })
    await user.clear(search)
    await user.type(search, label.toUpperCase())
    await user.click(await screen.findByRole('button', { name: `${label} ${title}` }))
    await waitFor(() => expect(location.pathname).toBe('/analysis/explore'))
    await waitFor(() => expect(searchParam('where')).toBe(`${dimension}:${key}`))
  }
})

it('offers nothing of what was typed before in the palette, while the server searches', async () => {
  const user = await openApp('/reports/simple?month=2026-08')
  const one = (dist_id: string, dist_name: string) => ({ dist_id, dist_name })
  const none = { orders: [], buyers: [], products: [], coupons: [] }
  const norths = [one('7', 'Norte Hermanos'), one('8', 'Nordelta Sur')]
  const later = Promise.withResolvers<Response>()
  const mend = stub('POST /api/search', () => success({ ...none, distributors: norths }))
  await user.keyboard('{Control>}k{/Control}')
  const search = await screen.findByLabelText('Buscar', { selector: 'input' })
  await user.type(search, 'nor')
  await screen.findByRole('button', { name: /^Nordelta Sur/ })
  mend()
  stub('POST /api/search', () => later.promise)
  await user.type(search, 'te')
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Nordelta Sur/ })).toBeNull())
  screen.getByRole('button', { name: /^Norte Hermanos/ })
  later.resolve(success({ ...none, distributors: [one('9', 'Del Norte')] }))
  await screen.findByRole('button', { name: /^Del Norte/ })
})

it('finds Mi cuenta in the palette by its name and its purpose', async () => {
  const user = await openApp('/?month=2026-09')
  await user.keyboard('{Control>}k{/Control}')
  const search = await screen.findByLabelText('Buscar', { selector: 'input' })
  await user.type(search, 'contrasena')
  await screen.findByRole('button', { name: /^Mi cuenta/ })
  await user.clear(search)
  await user.type(search, 'mi cuenta')
  await user.click(await screen.findByRole('button', { name: /^Mi cuenta/ }))
  await waitFor(() => expect(location.pathname).toBe('/account'))
  await screen.findByRole('heading', { level: 1, name: 'Mi cuenta' })
})

it('finds screens in the palette by what one does there', async () => {
  const user = await openApp('/?month=2026-09')
  await user.keyboard('{Control>}k{/Control}')
  const search = await screen.findByLabelText('Buscar', { selector: 'input' })
  const expectFound = async (typed: string, name: RegExp) => {
    await user.clear(search)
    await user.type(search, typed)
    await screen.findByRole('button', { name })
  }
  await expectFound('importar', /^Conectar tienda/)
  await expectFound('deshacer excel', /^Conectar tienda/)
  await expectFound('token', /^Mi cuenta/)
  await expectFound('pronostico', /^Metas/)
  await expectFound('mail', /^Envíos/)
})

describe('the notice at the foot of the window', () => {
  it('reports a lost connection until it is back', async () => {
    await openApp('/reports/simple?month=2026-08')
    const words = 'Sin conexión. Se muestra lo último que se cargó.'
    const set = (online: boolean) => {
      Object.defineProperty(navigator, 'onLine', { value: online, configurable: true })
      window.dispatchEvent(new Event(online ? 'online' : 'offline'))
    }
    set(false)
    await screen.findByText(words)
    set(true)
    await waitFor(() => expect(screen.queryByText(words)).toBeNull())
  })

  it('reports a silent server until it answers', async () => {
    const mend = unreachable('GET /api/events')
    const user = await openApp('/?month=2026-09')
    const words = 'El servidor no contesta. Se muestra lo último que se cargó.'
    await screen.findByText(words)
    mend()
    await user.click(screen.getByRole('link', { name: 'Resumen Distribuidores' }))
    await waitFor(() => expect(screen.queryByText(words)).toBeNull())
  })

  it('reports a busy server while its calls wait to be repeated', async () => {
    const headers = { 'retry-after': '1' }
    const mend = stub('GET /api/reports/products/simple', () => new Response('{}', { status: 503, headers }))
    await openApp('/reports/simple?month=2026-08', { settle: false })
    const words = 'El servidor está ocupado. Se vuelve a intentar en unos segundos.'
    await screen.findByText(words)
    mend()
    await waitFor(() => expect(screen.queryByText(words)).toBeNull(), { timeout: 10_000 })
    await screen.findAllByRole('row')
  })
})

it('shows a stored notice that something was saved as such after a reload', async () => {
  const stored = { message: 'La vista se guardó.', from: '', tone: 'done' }
  sessionStorage.setItem('gondola.said', JSON.stringify(stored))
  await openApp('/help')
  const notice = (await screen.findByText(stored.message)).closest('[data-tone]')
  expect(notice?.getAttribute('data-tone')).toBe('done')
})

describe('the last reading of the shop', () => {
  async function answerWith(shop_read_at: string, shop_late: boolean) {
    const options = await dataOf<{ option: string; values: unknown }[]>('/api/config')
    const read: Record<string, unknown> = { shop_read_at, shop_late }
    stub('GET /api/config', () =>
      success(options.map(({ option, values }) => ({ option, values: read[option] ?? values }))),
    )
  }

  it('is the age of figures that changed before', async () => {
    const now = new Date().toISOString()
    await answerWith(now, false)
    await openApp('/?month=2026-08')
    await waitFor(() => expect(document.querySelector('time')?.dateTime).toBe(now))
    expect(screen.queryByText(/La tienda no se pudo leer/)).toBeNull()
  })

  it('shows on every screen once it is late', async () => {
    await answerWith('2026-08-31T12:00:00.000Z', true)
    await openApp('/settings/users')
    await screen.findByText(/^La tienda no se pudo leer desde el 31\/08\/2026/)
    await goTo('/?month=2026-08')
    await screen.findByText(/^La tienda no se pudo leer desde el 31\/08\/2026/)
  })
})
