// A picture or print that leaves Góndola says its filters, its statuses and whose distributors it covers, and holds nothing of the
// pointer. Pictures are read from the sheet that is drawn into them.
import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { type Account, SHOWN, settled, startProduct } from './harness.ts'

const product = startProduct({ own: true })
const MONTHS = 'measures=net_sale&grain=month&from=2026-06-01&to=2026-10-31&view=chart'

const CHART = `${SHOWN} ${SHOWN} [data-chart]`

interface Picture {
  readonly file: string
  /** As drawn, line by line. */
  readonly texts: readonly string[]
  /** All that is drawn. */
  readonly sheet: string
}

/** Keeps the sheets of pictures of this page. */
const keepSheets = (page: Page) =>
  page.evaluate(() => {
    const sheets: Promise<string>[] = []
    const make = URL.createObjectURL.bind(URL)
    URL.createObjectURL = (made) => {
      if (made instanceof Blob && made.type === 'image/svg+xml') sheets.push(made.text())
      return make(made)
    }
    Object.assign(window, { sheets })
  })

async function savedBy(page: Page, press: () => Promise<void>): Promise<Picture> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  expect((await buffer(await download.createReadStream())).subarray(1, 4).toString()).toBe('PNG')
  const drawn = await page.evaluate(async () => {
    const { sheets } = window as unknown as { sheets: Promise<string>[] }
    const sheet = (await sheets.at(-1)) ?? ''
    const texts = new DOMParser().parseFromString(sheet, 'image/svg+xml').querySelectorAll('text')
    return {
      sheet,
      texts: [...texts].map(({ textContent }) => (textContent ?? '').replaceAll('\u00a0', ' ')),
    }
  })
  return { file: download.suggestedFilename(), ...drawn }
}

/** Saves the chart of Explorar. */
async function explored(page: Page): Promise<Picture> {
  await page.locator(CHART).waitFor()
  await settled(page)
  await keepSheets(page)
  await page.getByRole('button', { name: 'Exportar', disabled: false }).press('Enter')
  return savedBy(page, () => page.getByRole('menuitem', { name: 'Imagen PNG' }).press('Enter'))
}

/** The visible texts of the page on paper. */
async function printed(page: Page): Promise<string> {
  await page.emulateMedia({ media: 'print' })
  const words = await page.locator('body').innerText()
  await page.emulateMedia({ media: 'screen' })
  return words.replaceAll('\u00a0', ' ')
}

interface Distributor {
  readonly dist_id: string
  readonly dist_name: string
}
let one: Distributor
let limited: Account
beforeAll(async () => {
  const all = await product.dataOf<Distributor[]>(
    '/api/distributors/get-distributors-list?start_date=2026-10',
  )
  one = all.find(({ dist_id }) => dist_id !== '' && dist_id !== '0') ?? { dist_id: '', dist_name: '' }
  const permissions = ['view:scorecard', 'view:distributors', 'export']
  await product.post('/api/roles-permissions', { name: 'Una zona', permissions, dist_ids: [one.dist_id] })
  const account = { email: 'zona@gondola.test', password: 'una clave dada por otra persona' }
  await product.post('/api/users', { ...account, name: 'Zoe Zona', role: 'Una zona' })
  limited = { ...account, password: 'una clave larga de Zoe' }
  await fetch(product.url('/api/account/password'), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await product.token(account)}`,
    },
    body: JSON.stringify({ current: account.password, password: limited.password }),
  })
}, 120_000)

it.each([
  [
    'a filter',
    () => [`distributor:${one.dist_id}`, `Distribuidor: ${one.dist_name}`, `distribuidor_${one.dist_id}`],
  ],
  ['what is left out', () => ['province!:CORDOBA', 'Provincia: sin Córdoba', 'sin_provincia_cordoba']],
  ['statuses', () => ['status:wc-cancelled', 'Estado: Canceladas', 'estado_canceladas']],
  ['every status', () => ['status!:', 'Estado: todos', 'todos_los_estados']],
])('says %s in a picture, its file name and a print of Explorar', async (_, given) => {
  const [where = '', words = '', name = ''] = given()
  const page = await product.open(`/analysis/explore?${MONTHS}&where=${encodeURIComponent(where)}`)
  const { file, texts } = await explored(page)
  expect(texts.slice(0, 3).join(' ')).toContain(`· ${words}`)
  expect(file).toBe(`venta_neta_por_mes_${name}_2026-06-01_2026-10-31.png`)
  expect(await printed(page)).toContain(words)
})

it('is the same picture with the pointer over the chart', async () => {
  const page = await product.open(`/analysis/explore?${MONTHS}`)
  const plain = await explored(page)
  await page.locator(CHART).hover()
  await page.locator(`${SHOWN} ${SHOWN} [data-no-print]`).getByText('agosto 2026').waitFor()
  expect((await explored(page)).sheet).toBe(plain.sheet)
})

it('says whose distributors it covers in pictures, file names and prints of a limited role', async () => {
  const own = `Solo ${one.dist_name}`
  const page = await product.open(`/analysis/explore?${MONTHS}`, { as: limited, fresh: true })
  const picture = await explored(page)
  expect(picture.texts.slice(0, 3).join(' ')).toContain(own)
  expect(picture.file).toMatch(/_solo_distribuidor_\w+\.png$/)
  expect(await printed(page)).toContain(own)

  const scorecard = await product.open('/?month=2026-10', { as: limited })
  await scorecard.getByRole('region', { name: 'Monto facturado' }).locator('svg[data-chart]').waitFor()
  await settled(scorecard)
  await keepSheets(scorecard)
  const charted = await savedBy(scorecard, () =>
    scorecard
      .getByRole('region', { name: 'Monto facturado' })
      .getByRole('button', { name: 'Descargar imagen' })
      .click(),
  )
  expect(charted.texts.slice(0, 3).join(' ')).toContain(own)
  expect(charted.file).toMatch(/^monto_facturado_2026-10_solo_distribuidor_\w+\.png$/)
  expect(await printed(scorecard)).toContain(own)
})

it.each([
  [
    'a filter typed into a table',
    '/distributors/distributors-details?month=2026-10&f_dist_name=nor',
    /: nor\b/,
  ],
  ['buyers by their first order', '/analysis/cohorts?month=2026-10&province=CÓRDOBA', /Provincia: Córdoba/],
  [
    'the province of a distribution',
    '/products-distribution?month=2026-10&province=CÓRDOBA',
    /Provincia: Córdoba/,
  ],
])('prints %s', async (_, path, words) => {
  const page = await product.open(path)
  await page.locator(`${SHOWN} table`).first().waitFor()
  expect(await printed(page)).toMatch(words)
})
