// Envíos: a delivery and a webhook are created, changed and removed, and a topic is turned off.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { SheetMails } from '#contract/sheet-mails.ts'
import { dialog, openApp } from '#test/web/app.tsx'
import { addUser, dataOf, failing, post, requestsOf } from '#test/web/network.ts'
import { region } from '#test/web/tables.ts'

const olga = { email: 'olga@gondola.test', password: 'una clave larga de Olga' }

it('schedules a delivery, changes and deletes it', async () => {
  await addUser({ ...olga, name: 'Olga Ortiz', role: 'admin' })
  const user = await openApp('/analysis/deliveries', { as: olga })
  await screen.findByText(/Esta instalación no manda correos.*GONDOLA_SMTP_URL/)
  const panel = await region('Mis envíos')
  await within(panel).findByText(/Sin envíos/)
  await user.click(within(panel).getByRole('button', { name: 'Nuevo envío' }))
  const form = await dialog('Nuevo envío')
  await user.click(within(form).getByRole('button', { name: 'Guardar' }))
  await within(form).findByText('El envío necesita un nombre')
  await within(form).findByText('Elegí al menos una persona')
  await user.type(within(form).getByLabelText('Nombre'), 'Ventas de la semana')
  await user.selectOptions(within(form).getByLabelText('Día'), 'Viernes')
  await user.click(await within(form).findByLabelText('Olga Ortiz'))
  const mend = failing('POST /api/deliveries')
  await user.click(within(form).getByRole('button', { name: 'Guardar' }))
  await within(form).findByText('No se pudo guardar. Probá de nuevo.')
  mend()
  await user.click(within(form).getByRole('button', { name: 'Guardar' }))
  await screen.findByText('El envío «Ventas de la semana» quedó guardado.')
  await within(panel).findByText(/^Cada viernes a las 08:00 · 1 persona · Próximo: /)

  await user.click(within(panel).getByRole('button', { name: 'Editar Ventas de la semana' }))
  const edit = await dialog('Editar el envío')
  await user.selectOptions(within(edit).getByLabelText('Frecuencia'), 'Cada mes')
  await user.selectOptions(within(edit).getByLabelText('Día del mes'), 'Último')
  await user.selectOptions(within(edit).getByLabelText('Qué se manda'), 'Otra consulta de Explorar')
  await user.type(
    within(edit).getByLabelText('Dirección de Explorar'),
    'https://x.example/analysis/explore?measures=orders&by=province',
  )
  await user.click(within(edit).getByLabelText('En pausa'))
  await user.click(within(edit).getByRole('button', { name: 'Guardar' }))
  await within(panel).findByText('El último día de cada mes a las 08:00 · 1 persona')
  expect(requestsOf('/api/deliveries').findLast(({ method }) => method === 'POST')?.body).toMatchObject({
    every: 'month',
    on_day: 31,
    paused: true,
    question: 'measures=orders&by=province',
  })

  await user.click(within(panel).getByRole('button', { name: 'Registro de Ventas de la semana' }))
  await within(await dialog('Registro de «Ventas de la semana»')).findByText(/Todavía no salió/)
  await user.click(screen.getAllByRole('button', { name: 'Cerrar' }).at(-1) as HTMLElement)
  await user.click(within(panel).getByRole('button', { name: 'Eliminar Ventas de la semana' }))
  await user.click(within(await dialog('Eliminar el envío')).getByRole('button', { name: 'Eliminar' }))
  await screen.findByText('El envío «Ventas de la semana» se eliminó.')
  await within(panel).findByText(/Sin envíos/)
})

it('mails the table of a screen, named after it, and the last closed week where a question has its figures', async () => {
  const user = await openApp('/distributors/distributors-details?month=2026-10&compare=year', { as: olga })
  const table = await region('Distribuidores')
  await user.click(await within(table).findByRole('button', { name: 'Otros formatos y envío' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Envío por correo' }))
  const form = await dialog('Nuevo envío')
  expect(within(form).getByLabelText('Nombre')).toHaveProperty('value', 'Distribuidores')
  expect(within(form).getByLabelText('Qué se manda')).toHaveProperty('value', 'table')
  await within(form).findByText('Cada correo trae la última semana cerrada.')
  await user.selectOptions(within(form).getByLabelText('Frecuencia'), 'Cada mes')
  await within(form).findByText(/^Cada correo trae el último mes con datos/)
  await user.click(await within(form).findByLabelText('Olga Ortiz'))
  await user.click(within(form).getByRole('button', { name: 'Guardar' }))
  await screen.findByText('El envío «Distribuidores» quedó guardado.')
  const sent = requestsOf('/api/deliveries').findLast(({ method }) => method === 'POST')?.body
  expect(sent).toMatchObject({
    table: '/api/distributors/get-distributors-list?compare=year&orderBy=completed_amount&order=DESC',
    address: '/distributors/distributors-details?compare=year',
    question:
      'measures=net_sale%2Corders%2Ccancelled_amount%2Ccancelled_orders&by=distributor&compare=same_days_year',
    view_id: null,
  })
})

it('mails the rows that filters of a table keep', async () => {
  const kept = '?month=2026-10&f_dist_name=dist&f_mp_enabled=s%C3%AD'
  const user = await openApp(`/distributors/distributors-details${kept}`, { as: olga })
  const table = await region('Distribuidores')
  await user.click(await within(table).findByRole('button', { name: 'Otros formatos y envío' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Envío por correo' }))
  const form = await dialog('Nuevo envío')
  await user.click(await within(form).findByLabelText('Olga Ortiz'))
  await user.click(within(form).getByRole('button', { name: 'Guardar' }))
  await screen.findByText('El envío «Distribuidores» quedó guardado.')
  const sent = requestsOf('/api/deliveries').findLast(({ method }) => method === 'POST')?.body
  const filters = 'f_dist_name=dist&f_mp_enabled=s%C3%AD'
  expect(sent).toMatchObject({
    table: `/api/distributors/get-distributors-list?orderBy=completed_amount&order=DESC&${filters}`,
    address: `/distributors/distributors-details?${filters}`,
    question: null,
  })
})

it('turns a topic off, and adds and removes a webhook', async () => {
  const user = await openApp('/analysis/deliveries', { as: olga })
  const topic = await within(await region('Lo que recibo')).findByLabelText('Alertas')
  expect(topic).toHaveProperty('checked', true)
  await user.click(topic)
  const sent = () => requestsOf('/api/notice-channels').find(({ method }) => method === 'POST')?.body
  await waitFor(() => expect(sent()).toEqual({ topic: 'alert', mail: false }))
  expect(topic).toHaveProperty('checked', false)
  const panel = await region('Webhooks')
  await user.click(await within(panel).findByRole('button', { name: 'Agregar webhook' }))
  const form = await dialog('Agregar webhook')
  expect(within(form).queryByLabelText(/De la tienda/)).toBeNull()
  await user.type(within(form).getByLabelText('Nombre'), 'Canal')
  await user.type(within(form).getByLabelText('Dirección'), 'https://10.0.0.1/x')
  await user.click(within(form).getByRole('button', { name: 'Agregar' }))
  await within(form).findByText(/Esa dirección no sirve/)
  await user.clear(within(form).getByLabelText('Dirección'))
  await user.type(within(form).getByLabelText('Dirección'), 'https://203.0.113.7/x')
  await user.click(within(form).getByRole('button', { name: 'Agregar' }))
  const shown = await dialog('Copiá el secreto')
  const secret = shown.querySelector('code')?.textContent
  expect(secret).toMatch(/^gondola_whk_/)
  await user.click(within(shown).getByRole('button', { name: 'Copiar' }))
  await within(shown).findByText('Copiado')
  expect(await navigator.clipboard.readText()).toBe(secret)
  await user.click(within(shown).getByRole('button', { name: 'Listo' }))
  await user.click(await within(panel).findByRole('button', { name: 'Eliminar Canal' }))
  await user.click(within(await dialog('Eliminar el webhook')).getByRole('button', { name: 'Eliminar' }))
  await screen.findByText('El webhook «Canal» se eliminó.')
})

it('shows what a delivery of Metas sends, also where no ready-made one sends it', async () => {
  const { people } = await dataOf<{ people: { id: number }[] }>('/api/deliveries')
  await post('/api/deliveries', {
    ...{ name: 'Metas por segmento', address: '/analysis/goals?by=segment', attachment: 'none' },
    ...{ every: 'month', on_day: 1, at_time: '08:00', recipients: [people[0]?.id] },
  })
  const user = await openApp('/analysis/deliveries')
  const panel = await region('Mis envíos')
  await user.click(await within(panel).findByRole('button', { name: 'Editar Metas por segmento' }))
  const what = within(await dialog('Editar el envío')).getByLabelText<HTMLSelectElement>('Qué se manda')
  expect([what.value, what.selectedOptions[0]?.textContent]).toEqual(['/analysis/goals?by=segment', 'Metas'])
})

it('keeps the question and the screen that a delivery took over from a view', async () => {
  const { people } = await dataOf<{ people: { id: number }[] }>('/api/deliveries')
  const shown = { question: 'measures=orders&by=province', address: '/scorecard', table: null }
  await post('/api/deliveries', {
    ...{ ...shown, name: 'Heredado', attachment: 'none' },
    ...{ every: 'month', on_day: 1, at_time: '08:00', recipients: [people[0]?.id] },
  })
  const user = await openApp('/analysis/deliveries')
  const panel = await region('Mis envíos')
  await user.click(await within(panel).findByRole('button', { name: 'Editar Heredado' }))
  const edit = await dialog('Editar el envío')
  const what = within(edit).getByLabelText<HTMLSelectElement>('Qué se manda')
  expect(what.selectedOptions[0]?.textContent).toMatch(/^Órdenes por Provincia/)
  await user.click(within(edit).getByLabelText('En pausa'))
  await user.click(within(edit).getByRole('button', { name: 'Guardar' }))
  await screen.findByText('El envío «Heredado» quedó guardado.')
  const sent = requestsOf('/api/deliveries').findLast(({ method }) => method === 'POST')?.body
  expect(sent).toMatchObject({ ...shown, view_id: null, paused: true })
})

it('allows a domain, schedules Fichas for its distributors, pauses and ends them', async () => {
  const user = await openApp('/settings/recipients')
  const allowed = await region('Correos permitidos')
  await within(allowed).findByText(/Nada permitido/)
  await user.click(within(allowed).getByRole('button', { name: 'Permitir una dirección' }))
  const add = await dialog('Permitir una dirección')
  await user.type(within(add).getByLabelText('Dirección o dominio'), 'distribuidores')
  await user.click(within(add).getByRole('button', { name: 'Permitir' }))
  await within(add).findByText(/No es una dirección ni un dominio/)
  await user.clear(within(add).getByLabelText('Dirección o dominio'))
  await user.type(within(add).getByLabelText('Dirección o dominio'), '@distribuidores.example')
  await user.click(within(add).getByRole('button', { name: 'Permitir' }))
  await screen.findByText('Ya se puede enviar a @distribuidores.example.')
  const { recipients } = await dataOf<SheetMails>('/api/sheet-mails')
  const [one] = recipients
  await post(`/api/distributors/${one?.dist_id}/email`, { email: 'ventas@distribuidores.example' })
  await post('/api/sheet-mails/schedules', { dist_ids: [one?.dist_id], on_day: 1, at_time: '08:00' })

  const later = await openApp('/analysis/deliveries')
  const panel = await region('Fichas a distribuidores')
  await within(panel).findByText(/^El día 1 de cada mes a las 08:00 · Próximo: /)
  await later.click(within(panel).getByRole('button', { name: 'Pausar' }))
  await within(panel).findByText('En pausa')
  await later.click(within(panel).getByRole('button', { name: 'Registro' }))
  await within(await dialog('Fichas enviadas')).findByText('Todavía no salió ninguna ficha.')
  await later.click(screen.getAllByRole('button', { name: 'Cerrar' }).at(-1) as HTMLElement)
  const remove = `Eliminar el envío mensual a ${one?.dist_name}`
  await later.click(within(panel).getByRole('button', { name: remove }))
  await later.click(
    within(await dialog('Eliminar el envío mensual')).getByRole('button', { name: 'Eliminar' }),
  )
  await screen.findByText('El envío mensual se eliminó.')
  await within(panel).findByText('Ninguna sale cada mes.')
})
