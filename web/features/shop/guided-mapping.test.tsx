// The guided mapping against stubbed calls of a connected shop.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { MappingExamples, MappingProposal } from '#contract/mapping-examples.ts'
import { goTo, openApp } from '#test/web/app.tsx'
import { dataOf, requestsOf, stub, success } from '#test/web/network.ts'
import { NO_CHOICES, withBusiness } from './guided-draft.ts'

const EXAMPLES = '/api/config/store/mapping/examples'
const PROPOSAL = '/api/config/store/mapping/from-examples'

const family = (
  id: string,
  text: string,
  names: string[],
  group: MappingExamples['families'][number]['group'],
) => ({
  id,
  kind: 'coupon' as const,
  form: names.length > 1 ? ('starts' as const) : ('exact' as const),
  label: [{ is: 'text' as const, text }],
  group,
  sub_group: group ? 'Verano' : '',
  report: null,
  suggested_report: names.length > 1 ? null : ('buy-x-get-y' as const),
  uses: names.length,
  amount: 100 * names.length,
  order_id: 501,
  names: names.map((name) => ({ name, uses: 1, amount: 100, order_id: 501 })),
  more: 0,
})

const examples: MappingExamples = {
  month: '2026-05',
  orders: 7,
  complete: true,
  families: [
    family('socio', 'socio-', ['socio-abril', 'socio-mayo'], null),
    family('suelto', 'suelto', ['suelto'], null),
    family('verano', 'verano', ['verano'], 'CUPONES MASIVOS'),
  ],
  offers: [
    {
      ...{ id: 'product_type gift-card', part: 'voucher', from: 'product_type', form: 'exact', names: [] },
      ...{
        label: [{ is: 'text', text: 'gift-card' }],
        orders: 2,
        amount: 4000,
        order_id: 502,
        chosen: false,
      },
    },
    {
      ...{ id: 'gap ', part: 'payment', from: 'gap', form: 'exact', names: [], label: [] },
      ...{ orders: 1, amount: 300, order_id: 503, chosen: true },
    },
  ],
  fields: [
    {
      key: 'reparto_cod',
      orders: 6,
      coverage: 85.71,
      distinct: 2,
      values: ['N1', 'S2'],
      pair: 'reparto',
      holds: 'ids',
    },
    {
      key: 'reparto',
      orders: 6,
      coverage: 85.71,
      distinct: 2,
      values: ['Norte'],
      pair: 'reparto_cod',
      holds: 'names',
    },
  ],
  distributor: null,
  roles: [
    { role: 'customer', accounts: 3, company: null, known: true },
    { role: 'socio_club', accounts: 2, company: null, known: false },
  ],
  products: 4,
  places: [
    { place: { from: 'category', level: 1 }, products: 4, distinct: 2, values: ['Tienda', 'Ofertas'] },
    { place: { from: 'category', level: 2 }, products: 3, distinct: 2, values: ['Panes', 'Dulces'] },
    { place: { from: 'attribute', name: 'Marca' }, products: 4, distinct: 2, values: ['Sol', 'Luna'] },
  ],
  categories: [{ slug: 'ofertas', name: 'Ofertas', products: 1, ignored: false }],
  business: { from: 'category', level: 1 },
  segment: { from: 'category', level: 2 },
}

const proposal: MappingProposal = {
  mapping: { discounts: [{ kind: 'coupon', pattern: '^socio-', group: 'CORPORATIVOS', sub_group: '$_' }] },
  rules: [
    {
      kind: 'coupon',
      form: 'starts',
      pieces: [[{ is: 'text', text: 'socio-' }]],
      pattern: '^socio-',
      group: 'CORPORATIVOS',
      sub_group: '',
      uses: 2,
      also: ['socio-•••'],
    },
  ],
  month: '2026-05',
  orders: 7,
  complete: true,
  effect: {
    groups: [
      { group: 'CORPORATIVOS', before: 0, after: 200, uses_before: 0, uses_after: 2 },
      { group: 'OTROS', before: 200, after: 0, uses_before: 2, uses_after: 0 },
    ],
    reports: [{ report: 'buy-x-get-y', before: 0, after: 100, uses_before: 0, uses_after: 1 }],
    totals: [{ total: 'gross', before: 9000, after: 5000 }],
    sub_groups: [{ from: 'OTROS', to: 'CORPORATIVOS', sub_group: 'Socio Mayo', uses: 1, amount: 100 }],
    distributors: [{ dist_id: 'N1', name: 'Norte', before: 0, after: 2550 }],
    distributor_count: { before: 0, after: 1 },
    businesses: [{ business: 'Panes', before: 10, after: 10 }],
    segments: [],
    companies: [{ company: 'Club', before: 0, after: 0, accounts_before: 0, accounts_after: 2 }],
  },
}

const ready = () => success({ state: 'ready', progress: 100, examples })
const item = (name: string) => within(screen.getByRole('listitem', { name }))

describe('the guided mapping', () => {
  beforeEach(async () => {
    const connection = await dataOf<object>('/api/config/store')
    stub('GET /api/config/store', () =>
      success({ ...connection, connected: true, url: 'https://tienda.example/' }),
    )
    stub(`POST ${EXAMPLES}`, ready)
    stub(`POST ${PROPOSAL}`, () => success({ state: 'ready', progress: 100, proposal }))
  })

  const openExamples = async () => {
    const user = await openApp('/settings/store')
    await user.click(await screen.findByRole('button', { name: 'Leer las últimas órdenes' }))
    await screen.findByText('7 órdenes de mayo 2026')
    return user
  }

  it('follows the reading of the shop, also after leaving the screen, and repeats it when it failed', async () => {
    let state = 'reading'
    stub(`POST ${EXAMPLES}`, (_, body) =>
      JSON.stringify(body).includes('again') ? ready() : success({ state, progress: 40, examples: null }),
    )
    const user = await openApp('/settings/store')
    await user.click(await screen.findByRole('button', { name: 'Leer las últimas órdenes' }))
    const bar = await screen.findByRole('progressbar', { name: 'Leyendo las órdenes de la tienda' })
    await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('40'))
    await goTo('/settings/crones')
    state = 'failed'
    await goTo('/settings/store')
    await screen.findByText(/La tienda no contesta/)
    await user.click(screen.getByRole('button', { name: 'Leer de nuevo' }))
    await screen.findByText('7 órdenes de mayo 2026')
  })

  it('sends the choices, shows their effect, and saves the mapping that was shown', async () => {
    const user = await openExamples()
    const propose = screen.getByRole<HTMLButtonElement>('button', { name: 'Ver qué cambia' })
    expect(propose.disabled).toBe(true)
    await user.selectOptions(item('socio-…').getByLabelText('Grupo'), 'CORPORATIVOS')
    expect(item('socio-…').getByLabelText<HTMLSelectElement>('Subgrupos').value).toBe('each')
    await user.selectOptions(item('suelto').getByLabelText('Grupo'), 'BANCARIOS')
    const subGroup = item('suelto').getByLabelText<HTMLInputElement>('Subgrupo')
    expect(subGroup.value).toBe('Suelto')
    await user.clear(subGroup)
    await user.type(subGroup, 'Banco Sur')
    expect(item('suelto').getByLabelText<HTMLSelectElement>('Reporte').value).toBe('buy-x-get-y')
    await user.click(screen.getByLabelText(/^Los productos del tipo gift-card 2 órdenes/))
    expect(
      screen.getByLabelText<HTMLInputElement>(/^Lo que le falta al total.*ya está en el mapeo/),
    ).toMatchObject({ checked: true, disabled: true })
    await user.selectOptions(screen.getByLabelText('Campo que lo identifica'), 'reparto_cod')
    expect(screen.getByLabelText<HTMLSelectElement>('Campo con su nombre').value).toBe('reparto')
    await user.selectOptions(screen.getByLabelText('El rol socio_club es'), 'Una empresa')
    await user.type(screen.getByLabelText('Nombre de la empresa del rol socio_club'), 'Club')
    await user.selectOptions(screen.getByLabelText('El negocio es'), 'category 2')
    screen.getByText(/^Negocio y segmento salen del mismo lugar/)
    await user.selectOptions(screen.getByLabelText('El segmento es'), 'attribute Marca')
    expect(screen.queryByText(/^Negocio y segmento salen del mismo lugar/)).toBeNull()
    await user.click(screen.getByLabelText('Ofertas (1)'))
    await user.click(propose)
    await screen.findByText(/Los cupones que empiezan con «socio-» → CORPORATIVOS · cada uno su subgrupo/)
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Qué cambia' }))
    expect(requestsOf(PROPOSAL)[0]?.body).toEqual({
      discounts: [
        { family: 'socio', group: 'CORPORATIVOS', sub_group: '' },
        // Its words suggest a report, which the mapping does not know yet.
        { family: 'suelto', group: 'BANCARIOS', sub_group: 'Banco Sur', report: 'buy-x-get-y' },
      ],
      offers: ['product_type gift-card'],
      distributor: { id_key: 'reparto_cod', name_key: 'reparto' },
      roles: [{ role: 'socio_club', company: 'Club' }],
      business: { from: 'category', level: 2 },
      segment: { from: 'attribute', name: 'Marca' },
      ignored_categories: ['ofertas'],
    })
    expect(screen.getByText('También alcanza a: socio-•••')).toBeTruthy()
    screen.getByText('El distribuidor de la orden es el campo reparto_cod, y su nombre el campo reparto')
    screen.getByText('Los productos del tipo gift-card', { selector: 'li' })
    screen.getByRole('row', { name: /^Compro X llevo Y/ })
    expect(screen.getByRole('row', { name: /^Venta bruta/ }).textContent).toContain('5.000,00')
    screen.getByText('El rol socio_club es de la empresa Club')
    screen.getByText('El negocio es la subcategoría')
    screen.getByText('El segmento es el atributo Marca')
    screen.getByText('No son un negocio las categorías ofertas')
    expect(screen.getByText('OTROS → CORPORATIVOS · Socio Mayo')).toBeTruthy()
    const distributors = within(screen.getByRole('region', { name: 'Venta por distribuidor' }))
    expect(distributors.getByRole('row', { name: /Norte · N1/ }).textContent).toContain('2.550,00')
    // The number of accounts changes although no amount does; unchanged businesses are not mentioned.
    expect(screen.getByRole('region', { name: 'Venta por empresa' }).textContent).toContain(
      'Club (2 cuentas)',
    )
    expect(screen.queryByRole('region', { name: 'Venta por negocio' })).toBeNull()

    stub('POST /api/config/store/mapping', () =>
      success({
        message: '',
        sorted: { discounts: 2, customers: 2, months: 1 },
        needs_import: ['distributor'],
      }),
    )
    await user.click(screen.getByRole('button', { name: 'Guardar este mapeo' }))
    await screen.findByText(/El mapeo quedó guardado/)
    expect(requestsOf('/api/config/store/mapping').at(-1)?.method).toBe('GET')
    expect(requestsOf('/api/config/store/mapping').find(({ method }) => method === 'POST')?.body).toEqual({
      mapping: proposal.mapping,
      revision: expect.any(String),
    })
  })

  it('sends single names of a family, and asks again after a change', async () => {
    const user = await openExamples()
    await user.selectOptions(item('socio-…').getByLabelText('Grupo'), 'BANCARIOS')
    await user.click(screen.getByLabelText(/^socio-abril/))
    await user.click(screen.getByRole('button', { name: 'Ver qué cambia' }))
    await screen.findByRole('button', { name: 'Guardar este mapeo' })
    expect(requestsOf(PROPOSAL)[0]?.body).toMatchObject({
      discounts: [{ family: 'socio', names: ['socio-mayo'], group: 'BANCARIOS', sub_group: 'Socio' }],
    })
    await user.click(screen.getByLabelText(/^socio-abril/))
    expect(screen.queryByRole('button', { name: 'Guardar este mapeo' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Ver qué cambia' }))
    await screen.findByRole('button', { name: 'Guardar este mapeo' })
    expect(requestsOf(PROPOSAL)[1]?.body).not.toHaveProperty('discounts.0.names')
  })

  it('keeps existing groups, and continues in the list of rules', async () => {
    const user = await openExamples()
    await user.click(screen.getByText('Ya tienen grupo (1)'))
    const select = item('verano').getByLabelText<HTMLSelectElement>('Grupo')
    expect(select.selectedOptions[0]?.textContent).toBe('Como está')
    expect(item('verano').getByText('Hoy: CUPONES MASIVOS · Verano')).toBeTruthy()
    await user.selectOptions(select, 'BANCARIOS')
    await user.click(screen.getByRole('button', { name: 'Ver qué cambia' }))
    await user.click(await screen.findByRole('button', { name: 'Seguir en Reglas' }))
    const rule = within(await screen.findByRole('listitem', { name: 'Regla 1' }))
    expect(rule.getByLabelText<HTMLInputElement>('Patrón').value).toBe('^socio-')
    expect(screen.getByRole('button', { name: 'Guardar mapeo' })).toHaveProperty('disabled', false)
  })

  it('begins with the rules if no shop is connected or a file contains the mapping', async () => {
    const saved = await dataOf<object>('/api/config/store/mapping')
    stub('GET /api/config/store/mapping', () => success({ ...saved, source: 'file' }))
    await openApp('/settings/store')
    await screen.findByText(/mapping.json de la carpeta de datos/)
    expect(await screen.findByRole('button', { name: 'Agregar regla' })).toBeTruthy()
  })
})

describe('the place of businesses', () => {
  const level = (at: number) => ({ from: 'category', level: at }) as const
  const place = (at: number) => ({ place: level(at), products: 1, distinct: 1, values: ['Pan'] })
  const three = { ...examples, places: [1, 2, 3].map(place) }

  it('moves segments below it if both would come from the same place, and leaves other segments alone', () => {
    expect(withBusiness(NO_CHOICES, three, 'category 2')).toMatchObject({
      business: level(2),
      segment: level(3),
    })
    expect(withBusiness({ ...NO_CHOICES, segment: level(1) }, three, 'category 2').segment).toEqual(level(1))
    expect(withBusiness({ ...NO_CHOICES, business: level(3) }, three, 'category 1')).toMatchObject({
      business: null,
      segment: null,
    })
  })
})
