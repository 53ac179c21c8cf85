// Saved views, boards and notes in Chromium: save, pin, open after sign-in and share a view; build a board; mark a chart.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Board } from '#contract/boards.ts'
import { axeProblems } from './axe.ts'
import { type Account, DESK, PHONE, region, settled, startProduct } from './harness.ts'
import { focused, tabTo } from './keyboard.ts'
import { SUPER_ADMIN } from './server.ts'

const product = startProduct({ own: true })

const NAME = 'Segmentos contra el año pasado'
/** Opens on the latest month, not on the one it was saved in. */
const OPENED = /business\?(?=.*compare=year)(?=.*month=2026-10).*saved=\d+/
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

/** In both themes, and on a phone without scrolling sideways. */
async function looksRight(page: Page, { withMenu = false } = {}) {
  await settled(page)
  // Moves the pointer off an element whose tooltip is outside of all landmarks.
  await page.mouse.move(0, 0)
  expect(await axeProblems(page, ['light', 'dark'], { withMenu })).toEqual([])
  await page.setViewportSize(PHONE)
  await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth)
  await page.setViewportSize(DESK)
}

async function signOut(page: Page) {
  await press(page, /Menú de usuario/)
  await page.getByText('Cerrar Sesión').click()
}

async function signIn(page: Page, { email, password }: Account) {
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña').fill(password)
  await press(page, 'Iniciar Sesión')
}

it('saves, pins, shares and starts with a view', { timeout: 180_000 }, async () => {
  const page = await product.open('/products-overview/business?month=2026-05&compare=year', { fresh: true })
  await press(page, 'Guardar vista')
  const form = page.getByRole('dialog', { name: 'Guardar vista' })
  await form.getByLabel('Nombre').fill(NAME)
  await form.getByLabel('Abrir al entrar a Góndola').check()
  await form.getByLabel('admin', { exact: true }).check()
  await looksRight(page)
  await form.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText(`«${NAME}» se guardó en Vistas.`).waitFor()

  await signOut(page)
  await signIn(page, SUPER_ADMIN)
  await page.waitForURL(OPENED)
  await page.getByRole('list', { name: 'Vistas fijadas' }).getByRole('link', { name: NAME }).waitFor()
  await looksRight(page, { withMenu: true })

  await page.getByRole('link', { name: 'Tableros y vistas' }).click()
  await page.getByRole('link', { name: 'Vistas', exact: true }).click()
  const row = region(page, 'Tabla: Vistas').getByRole('row').filter({ hasText: NAME })
  await row.getByText('admin', { exact: true }).waitFor()
  await looksRight(page)

  await press(page, 'Contraer el menú')
  await press(page, 'Vistas fijadas')
  await page.getByRole('dialog', { name: 'Vistas fijadas' }).getByRole('link', { name: NAME }).click()
  await page.waitForURL(OPENED)
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(/^Pantalla, mes, orden/).fill('segmentos contra')
  await page.getByRole('button', { name: NAME }).waitFor()
  await page.goBack()
  await page.keyboard.press('Escape')

  const given = { email: 'ada@gondola.test', password: 'una clave dada por otra persona' }
  expect((await product.post('/api/users', { ...given, name: 'Ada Admin', role: 'admin' })).ok).toBe(true)
  const own = 'una clave larga de Ada'
  await setPassword(given, own)
  const colleague = await product.open('/analysis/views', { as: { ...given, password: own }, fresh: true })
  await colleague.getByRole('link', { name: NAME }).click()
  await colleague.waitForURL(OPENED)
})

/** Passwords set by an administrator must be changed first. */
async function setPassword(account: Account, changed: string) {
  const authorization = `Bearer ${await product.token(account)}`
  const response = await fetch(product.url('/api/account/password'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify({ current: account.password, password: changed }),
  })
  expect(response.status).toBe(200)
}

const titles = (page: Page) =>
  page.getByRole('article').evaluateAll((pins) => pins.map((pin) => pin.getAttribute('aria-label')))

it('builds a board from Explorar and moves its pins by keyboard', { timeout: 180_000 }, async () => {
  const board = await product.open('/analysis/board')
  await press(board, 'Nuevo tablero')
  await board.getByLabel('Nombre').fill('Lunes')
  await looksRight(board)
  await press(board, 'Crear')
  await board.waitForURL(/board=\d+/)
  await looksRight(board)

  const days = 'from=2025-11-01&to=2026-10-31'
  for (const [question, title] of [
    [`measures=net_sale&grain=month&${days}`, 'Por mes'],
    [`measures=net_sale&by=distributor&${days}`, 'Por distribuidor'],
  ] as const) {
    const page = await product.open(`/analysis/explore?${question}`)
    await press(page, 'Agregar al tablero')
    await page.getByLabel('Título').fill(title)
    await looksRight(page)
    await press(page, 'Agregar')
    await page.getByText(`«${title}» está en el tablero.`).waitFor()
  }
  await board.reload()
  await expect.poll(() => titles(board)).toEqual(['Por mes', 'Por distribuidor'])
  await settled(board)
  await tabTo(board, 'Mover Por mes: flechas, Inicio y Fin')
  await board.keyboard.press('ArrowRight')
  await board.getByRole('status').filter({ hasText: 'Por mes: lugar 2 de 2.' }).waitFor()
  expect(await focused(board)).toEqual({ name: 'Mover Por mes: flechas, Inicio y Fin', visible: true })
  await expect
    .poll(async () => (await product.dataOf<Board[]>('/api/boards'))[0]?.pins.map(({ title }) => title))
    .toEqual(['Por distribuidor', 'Por mes'])
  await board.reload()
  await board.getByRole('article', { name: 'Por mes' }).locator('[data-chart]').waitFor()
  expect(await titles(board)).toEqual(['Por distribuidor', 'Por mes'])
  await looksRight(board)
})

it('marks the month of a note on charts', { timeout: 180_000 }, async () => {
  const page = await product.open('/analysis/notes')
  await press(page, 'Agregar nota')
  await page.getByLabel('Qué pasó').fill('Paro de transporte')
  await page.getByLabel('Desde').fill('2026-09-14')
  await page.getByLabel('Hasta').fill('2026-09-16')
  await looksRight(page)
  await press(page, 'Guardar')
  await page.getByRole('cell', { name: 'Paro de transporte', exact: true }).waitFor()
  await looksRight(page)

  const chart = await product.open(
    '/analysis/explore?measures=net_sale&grain=month&from=2025-11-01&to=2026-10-31&view=chart',
  )
  await chart.getByLabel(/^septiembre 2026: .*, Nota: Paro de transporte$/).waitFor()
  await looksRight(chart)
})
