// The distributors that lost most against last year get their Ficha by mail, within the clicks that a new user may need.
import { beforeAll, expect, it } from 'vitest'
import type { SheetMails } from '#contract/sheet-mails.ts'
import { DESK, PHONE, startProduct } from './harness.ts'

const product = startProduct({ own: true, mails: true })

interface Row {
  readonly dist_id: string
  readonly dist_name: string
  readonly dist_email: string
  readonly difference: number
}

beforeAll(async () => {
  await product.post('/api/config/mail-allowances', { target: '@distribuidores.example' })
  const { recipients } = await product.dataOf<SheetMails>('/api/sheet-mails')
  for (const { dist_id } of recipients.filter(({ reach }) => reach === 'missing'))
    await product.post(`/api/distributors/${dist_id}/email`, { email: `d${dist_id}@distribuidores.example` })
})

it.each([
  ['a notebook', DESK],
  ['a phone', PHONE],
] as const)(
  'on %s: the three that lost most against last year get their Ficha, in 6 clicks',
  async (_, viewport) => {
    const page = await product.open('/', { viewport, fresh: true })
    let clicks = 0
    const click = async (what: { click(): Promise<void> }) => {
      clicks++
      await what.click()
    }
    await click(page.getByRole('radiogroup', { name: 'Comparar con' }).locator('label').nth(1))
    if (viewport === PHONE) await click(page.getByRole('button', { name: 'Abrir el menú' }))
    await click(page.getByRole('link', { name: 'Reportes de Distribuidores' }))
    await click(page.getByRole('button', { name: 'Enviar fichas' }))
    const dialog = page.getByRole('dialog', { name: 'Enviar fichas a distribuidores' })
    await click(dialog.getByRole('button', { name: 'Los 3 que más cayeron' }))
    const mails = product.mails()
    mails.reset()
    const all = Promise.withResolvers<void>()
    mails.onMail = () => {
      if (mails.received.length === 3) all.resolve()
    }
    await click(dialog.getByRole('button', { name: 'Enviar 3 fichas' }))
    await page.getByText('3 fichas en camino').waitFor()
    await all.promise
    expect(clicks).toBeLessThanOrEqual(6)
    const month = new URL(page.url()).searchParams.get('month')
    const rows = await product.dataOf<Row[]>(
      `/api/distributors/get-distributors-list?per_page=1000&compare=year${month ? `&start_date=${month}` : ''}`,
    )
    const lost = rows.toSorted((one, other) => one.difference - other.difference).slice(0, 3)
    expect(mails.received.flatMap(({ to }) => to).sort()).toEqual(lost.map((row) => row.dist_email).sort())
    for (const { dist_name, dist_email } of lost) {
      const mail = mails.received.find(({ to }) => to.includes(dist_email))
      expect(mail?.subject).toContain(dist_name)
      expect(mail?.text).toContain('Ficha de octubre 2026, comparada con octubre 2025')
    }
  },
)

it('says why it sends nothing to an address that is not allowed', async () => {
  const [row] = await product.dataOf<Row[]>('/api/distributors/get-distributors-list?per_page=1')
  await product.post(`/api/distributors/${row?.dist_id}/email`, { email: 'ventas@otra.example' })
  const page = await product.open(`/distributors/distributors-details/${row?.dist_id}/profile`, {
    fresh: true,
  })
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Enviar', exact: true }).click()
  await dialog.getByText('No se puede enviar. Dirección no permitida.').waitFor()
  await product.post(`/api/distributors/${row?.dist_id}/email`, { email: row?.dist_email })
})

it('does not send to an address that another one was typed over', async () => {
  const [row] = await product.dataOf<Row[]>('/api/distributors/get-distributors-list?per_page=1')
  const page = await product.open(`/distributors/distributors-details/${row?.dist_id}/profile`, {
    fresh: true,
  })
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail del distribuidor').fill('nueva@distribuidores.example')
  await dialog.getByRole('button', { name: 'Enviar 1 ficha' }).click()
  await dialog.getByText('Falta guardar el e-mail que escribiste.').waitFor()
  const mails = product.mails()
  mails.reset()
  const arrived = Promise.withResolvers<void>()
  mails.onMail = () => arrived.resolve()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await dialog.getByText('Falta guardar el e-mail que escribiste.').waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Enviar 1 ficha' }).click()
  await page.getByText('1 ficha en camino').waitFor()
  await arrived.promise
  expect(mails.received.map(({ to }) => to)).toEqual([['nueva@distribuidores.example']])
})
