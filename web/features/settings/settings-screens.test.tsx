// Configuración: accounts, roles, the latest month and the jobs, by what the page shows and the server stores.
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { RoleRow, UserRow } from '#contract/administration.ts'
import type { CronEntry, CronLogRow } from '#contract/crons.ts'
import { SUPER_ADMIN } from '#test/e2e/server.ts'
import { dialog, goTo, openApp, searchParam } from '#test/web/app.tsx'
import {
  addUser,
  connectTo,
  dataOf,
  failing,
  post,
  refusing,
  requestsOf,
  stub,
  success,
  tokenOf,
} from '#test/web/network.ts'
import { plain, region } from '#test/web/tables.ts'
import { monthName } from '#web/text/format.ts'

connectTo('recorded', { own: true })

const PASSWORD = 'otra clave larga de prueba'

const row = (words: string) =>
  waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>('tbody tr')].find((line) =>
      line.textContent?.includes(words),
    )
    if (!found) throw new Error(`no row with '${words}'`)
    return found
  })
const job = (key: string) =>
  waitFor(() => {
    const found = document.querySelector<HTMLElement>(`[data-cron="${key}"]`)
    if (!found) throw new Error(`no job '${key}'`)
    return found
  })
/** The dialog that is open over the page, whatever its name. */
const modal = () =>
  waitFor(() => {
    const found = document.querySelector<HTMLElement>('.mantine-Modal-content')
    if (!found) throw new Error('nothing is open over the page')
    return found
  })
const gone = (name: string) => waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull())
const press = async (user: UserEvent, within_: HTMLElement, name: string) =>
  user.click(await within(within_).findByRole('button', { name }))

const userNamed = async (name: string) =>
  (await dataOf<UserRow[]>('/api/users?per_page=1000')).find((user) => user.name === name)
const roleNamed = async (name: string) =>
  (await dataOf<RoleRow[]>('/api/roles-permissions?per_page=1000')).find((role) => role.name === name)

/** The form can be typed in before its roles have arrived. */
async function chooseRole(user: UserEvent, form: HTMLElement, role: string): Promise<void> {
  const field = within(form).getByLabelText<HTMLSelectElement>('Rol')
  await waitFor(() => expect([...field.options].map(({ value }) => value)).toContain(role))
  await user.selectOptions(field, role)
}

describe('Usuarios', () => {
  it('keeps what was typed when the session expires, and saves it after a new sign-in', async () => {
    const user = await openApp('/settings/users')
    await user.click(screen.getByRole('button', { name: 'Nuevo usuario' }))
    const add = await dialog('Nuevo usuario')
    await user.type(within(add).getByLabelText('Nombre'), 'Vera Vencida')
    await user.type(within(add).getByLabelText('Correo electrónico'), 'vera@gondola.test')
    await chooseRole(user, add, 'admin')
    await user.type(within(add).getByLabelText('Contraseña'), PASSWORD)
    localStorage.setItem('accessToken', (localStorage.getItem('accessToken') ?? '').replace(/.{5}$/, 'AAAAA'))
    await press(user, add, 'Registrar')
    const again = await dialog('La sesión venció')
    await user.type(within(again).getByLabelText('Contraseña'), 'no es esta{Enter}')
    await within(again).findByText('¡Usuario o clave incorrectos!')
    await user.keyboard('{Escape}')
    await user.clear(within(again).getByLabelText('Contraseña'))
    await user.type(within(again).getByLabelText('Contraseña'), `${SUPER_ADMIN.password}{Enter}`)
    await gone('La sesión venció')
    expect(within(add).getByLabelText<HTMLInputElement>('Nombre').value).toBe('Vera Vencida')
    within(add).getByText('La sesión venció antes de guardar. Volvé a intentarlo.')
    await press(user, add, 'Registrar')
    await screen.findByText('Usuario registrado con exito')
    expect(await userNamed('Vera Vencida')).toMatchObject({ email: 'vera@gondola.test' })
  })

  it('creates, changes and deletes a user, and confirms each', async () => {
    const user = await openApp('/settings/users')
    await user.click(screen.getByRole('button', { name: 'Nuevo usuario' }))
    const add = await dialog('Nuevo usuario')
    await user.type(within(add).getByLabelText('Nombre'), 'Paula Prueba')
    await user.type(within(add).getByLabelText('Correo electrónico'), 'paula@gondola.test')
    await chooseRole(user, add, 'admin')
    await user.type(within(add).getByLabelText('Contraseña'), PASSWORD)
    await press(user, add, 'Registrar')
    await screen.findByText('Usuario registrado con exito')
    within(await row('paula@gondola.test')).getByText('admin')
    expect(await userNamed('Paula Prueba')).toMatchObject({ email: 'paula@gondola.test', role: 'admin' })

    await user.click(screen.getByRole('button', { name: 'Editar a Paula Prueba' }))
    const update = await dialog('Editar usuario')
    await user.clear(within(update).getByLabelText('Nombre'))
    await user.type(within(update).getByLabelText('Nombre'), 'Paula Probada')
    await press(user, update, 'Guardar cambios')
    await screen.findByText('Los cambios se guardaron con exito')
    expect(await userNamed('Paula Probada')).toMatchObject({ email: 'paula@gondola.test', role: 'admin' })

    await user.click(await screen.findByRole('button', { name: 'Eliminar a Paula Probada' }))
    // What ends with the account is read first.
    await user.click(await screen.findByRole('button', { name: 'Eliminar' }))
    await screen.findByText('El usuario fue eliminado correctamente')
    await waitFor(() => expect(screen.queryByText('paula@gondola.test')).toBeNull())
    expect(await userNamed('Paula Probada')).toBeUndefined()
  })

  it('asks before what was typed is lost, by its buttons and by going back', async () => {
    const user = await openApp('/settings/crones')
    await goTo('/settings/users')
    await user.click(await screen.findByRole('button', { name: 'Nuevo usuario' }))
    await press(user, await dialog('Nuevo usuario'), 'Cancelar')
    await gone('Nuevo usuario')

    await user.click(screen.getByRole('button', { name: 'Nuevo usuario' }))
    const add = await dialog('Nuevo usuario')
    await user.type(within(add).getByLabelText('Nombre'), 'Vera')
    await press(user, add, 'Cancelar')
    await within(add).findByText(/^Hay cambios sin guardar/)
    await press(user, add, 'Seguir editando')
    await user.keyboard('{Escape}')
    await within(add).findByText(/^Hay cambios sin guardar/)
    await press(user, add, 'Seguir editando')
    expect(within(add).getByLabelText<HTMLInputElement>('Nombre').value).toBe('Vera')

    // Until it is answered, the address is that of the page before (@tanstack/react-router 1.170).
    history.back()
    await within(add).findByText(/^Hay cambios sin guardar/)
    await press(user, add, 'Seguir editando')
    await waitFor(() => expect(location.pathname).toBe('/settings/users'))
    expect(within(add).getByLabelText<HTMLInputElement>('Nombre').value).toBe('Vera')

    history.back()
    await within(add).findByText(/^Hay cambios sin guardar/)
    await press(user, add, 'Descartar cambios')
    await gone('Nuevo usuario')
    await waitFor(() => expect(location.pathname).toBe('/settings/crones'))
  })

  it('asks before a form on the screen is left, until it is saved', async () => {
    const user = await openApp('/settings/sign-in')
    const leave = () => user.click(screen.getByRole('link', { name: 'Crones' }))
    /** Whether the browser would ask before the window closes. */
    const asksToClose = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    await screen.findByLabelText('Nombre en el botón')
    expect(asksToClose()).toBe(false)
    for (const [label, typed] of [
      ['Nombre en el botón', 'Microsoft'],
      ['Dirección del proveedor (issuer)', 'https://provider.example'],
      ['Identificador del cliente (client ID)', 'gondola'],
    ] as const)
      await user.type(await screen.findByLabelText(label), typed)
    await leave()
    await press(user, await dialog('Cambios sin guardar'), 'Seguir editando')
    await gone('Cambios sin guardar')
    expect(location.pathname).toBe('/settings/sign-in')
    expect(asksToClose()).toBe(true)

    stub('POST /api/config/provider', () => success(null))
    await user.click(screen.getByRole('button', { name: 'Guardar' }))
    await screen.findByText('Los cambios se guardaron con exito')
    await leave()
    await waitFor(() => expect(location.pathname).toBe('/settings/crones'))
  })

  it('invites by mail whoever gets no password', async () => {
    const config = await dataOf<{ option: string; values: unknown }[]>('/api/config')
    stub('GET /api/config', () =>
      success(config.map((one) => (one.option === 'mail' ? { ...one, values: 'true' } : one))),
    )
    stub('POST /api/users', () => success({ id: 99, message: 'User created successfully.' }))
    const user = await openApp('/settings/users')
    await user.click(screen.getByRole('button', { name: 'Nuevo usuario' }))
    const form = await dialog('Nuevo usuario')
    await user.type(within(form).getByLabelText('Nombre'), 'Ines Vega')
    await user.type(within(form).getByLabelText('Correo electrónico'), 'ines@gondola.test')
    within(form).getByText(/^Vacía: recibe una invitación por correo/)
    await press(user, form, 'Registrar')
    await screen.findByText('La invitación va en camino a su correo: sirve una vez, durante siete días.')
    const [sent] = requestsOf('/api/users').filter(({ method }) => method === 'POST')
    expect(sent?.body).toEqual({ name: 'Ines Vega', email: 'ines@gondola.test', role: '' })
  })

  it('keeps the form open with its errors', async () => {
    const user = await openApp('/settings/users')
    await user.click(screen.getByRole('button', { name: 'Nuevo usuario' }))
    const form = await dialog('Nuevo usuario')
    const email = within(form).getByLabelText('Correo electrónico')
    await press(user, form, 'Registrar')
    for (const complaint of ['Nombre requerido', 'Correo electrónico requerido', 'Contraseña requerida'])
      await within(form).findByText(complaint)

    await user.type(within(form).getByLabelText('Nombre'), 'Otra Dueña')
    await user.type(email, SUPER_ADMIN.email)
    await user.type(within(form).getByLabelText('Contraseña'), PASSWORD)
    await press(user, form, 'Registrar')
    await within(form).findAllByText('El email ya existe')
    expect(within(form).getByLabelText<HTMLInputElement>('Nombre').value).toBe('Otra Dueña')

    failing('POST /api/users')
    await user.clear(email)
    await user.type(email, 'otra@gondola.test')
    await press(user, form, 'Registrar')
    await within(form).findByText('Hubo un error !')
    expect(await userNamed('Otra Dueña')).toBeUndefined()
  })

  it('lists accounts that wait for a role first', async () => {
    const waiting = { firstName: 'Elsa', lastName: 'Espera', email: 'elsa@gondola.test', password: PASSWORD }
    await post('/api/register', waiting, null)
    const user = await openApp('/settings/users')
    const panel = await region('Cuentas que esperan un rol')
    within(panel).getByText(/elsa@gondola\.test/)
    within(await row('elsa@gondola.test')).getByText('Espera un rol')
    await press(user, panel, 'Dar un rol a Elsa Espera')
    const form = await dialog('Editar usuario')
    await within(form).findByRole('option', { name: 'admin' })
    await chooseRole(user, form, 'admin')
    // Without mail nobody can prove that the e-mail is hers, so the password of the registration must not work.
    await within(form).findByText(/Nadie confirmó que el correo sea suyo/)
    await press(user, form, 'Guardar cambios')
    await within(form).findByText('Contraseña requerida')
    const password = within(form).getByLabelText('Contraseña nueva')
    await user.type(password, 'password1234')
    await press(user, form, 'Guardar cambios')
    await within(form).findAllByText(/muy fácil de adivinar/)
    await user.clear(password)
    await user.type(password, PASSWORD)
    await press(user, form, 'Guardar cambios')
    await screen.findByText('Los cambios se guardaron con exito')
    await waitFor(() =>
      expect(screen.queryByRole('heading', { name: 'Cuentas que esperan un rol' })).toBeNull(),
    )
    await within(await row('elsa@gondola.test')).findByText('Activa')
  })

  it('does not offer to delete one’s own account or change its role', async () => {
    const user = await openApp('/settings/users')
    within(await row(SUPER_ADMIN.email)).getByText('vos')
    expect(screen.queryByRole('button', { name: 'Eliminar a Delia Dueña' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Editar a Delia Dueña' }))
    const form = await dialog('Editar usuario')
    await user.selectOptions(within(form).getByLabelText('Rol'), '')
    await press(user, form, 'Guardar cambios')
    await within(form).findByText('No podés eliminar tu propia cuenta ni cambiar su rol.')
  })

  it('asks for the password when it was typed long ago, and repeats the change', async () => {
    const renew = refusing('POST /api/users', 'password-not-recent')
    const user = await openApp('/settings/users')
    await user.click(screen.getByRole('button', { name: 'Nuevo usuario' }))
    const form = await dialog('Nuevo usuario')
    await user.type(within(form).getByLabelText('Nombre'), 'Remo Reciente')
    await user.type(within(form).getByLabelText('Correo electrónico'), 'remo@gondola.test')
    await user.type(within(form).getByLabelText('Contraseña'), PASSWORD)
    await press(user, form, 'Registrar')
    const confirmation = await within(form).findByLabelText('Tu contraseña')
    await user.type(confirmation, 'no es esta')
    await press(user, form, 'Registrar')
    await within(form).findByText('La contraseña no es esa.')
    await user.clear(confirmation)
    await user.type(confirmation, SUPER_ADMIN.password)
    renew()
    await press(user, form, 'Registrar')
    await screen.findByText('Usuario registrado con exito')
    expect(await userNamed('Remo Reciente')).toBeDefined()
  })

  it('reports a failed list and refetches on request', async () => {
    const mend = failing('GET /api/users')
    const user = await openApp('/settings/users')
    await screen.findByText('No se pudieron cargar los datos.')
    mend()
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    await row(SUPER_ADMIN.email)
  })

  it('redirects a role without the permission from every settings screen', async () => {
    const admin = { email: 'adan@gondola.test', password: PASSWORD }
    await addUser({ ...admin, name: 'Adán Admin', role: 'admin' })
    await openApp('/help', { as: admin })
    for (const path of ['/settings/users', '/settings/roles', '/settings/crones/audit']) {
      await goTo(path)
      await waitFor(() => expect(location.pathname).toBe('/help'))
      await screen.findByText('Configuración es solo para superAdmin: tu rol no la incluye.')
      expect(screen.queryByText('Configuración')).toBeNull()
    }
  })
})

it('a refused settings address opens the scorecard without an earlier page', async () => {
  const admin = { email: 'directa@gondola.test', password: PASSWORD }
  await addUser({ ...admin, name: 'Dora Directa', role: 'admin' })
  await openApp('/settings/crones', { as: admin, settle: false })
  await waitFor(() => expect(location.pathname).toBe('/'))
  await screen.findByText('Configuración es solo para superAdmin: tu rol no la incluye.')
})

it('revokes the token of another user', async () => {
  const owner = { email: 'tomas@gondola.test', password: PASSWORD }
  await addUser({ ...owner, name: 'Tomás Tokens', role: 'admin' })
  const body = { name: 'Planilla de Tomás', permissions: ['view:scorecard'] }
  expect((await post('/api/tokens', body, await tokenOf(owner))).status).toBe(200)
  const user = await openApp('/settings/programs')
  const line = await row('Planilla de Tomás')
  expect(line.textContent).toMatch(/^Token de accesoPlanilla de Tomás ….{4}tomas@gondola.testScorecard/)
  await press(user, line, 'Revocar Planilla de Tomás de tomas@gondola.test')
  await press(user, await dialog('Revocar el token'), 'Revocar')
  await screen.findByText('Planilla de Tomás ya no lee nada.')
  await waitFor(() => expect(document.querySelector('main')?.textContent).not.toContain(owner.email))
  await goTo('/settings/crones/audit')
  expect((await row('Planilla de Tomás')).textContent).toContain('cuenta: tomas@gondola.test')
})

describe('Roles y permisos', () => {
  it('creates, changes and deletes a role limited to distributors', async () => {
    const [first] = await dataOf<{ dist_id: string; dist_name: string }[]>(
      '/api/distributors/get-distributors-list?per_page=1',
    )
    if (!first) throw new Error('no distributor')
    const user = await openApp('/settings/roles')
    await user.click(screen.getByRole('button', { name: 'Nuevo rol' }))
    const form = await dialog('Nuevo rol')
    await user.type(within(form).getByLabelText('Nombre del rol'), 'Zona de prueba')
    await user.click(within(form).getByLabelText('Reportes'))
    await user.click(within(form).getByLabelText('Exportar archivos'))
    await user.click(within(form).getByLabelText('Solo algunos distribuidores'))
    await press(user, form, 'Crear rol')
    await within(form).findByText('Elegí al menos un distribuidor')
    await user.type(within(form).getByLabelText('Buscar distribuidor'), first.dist_id)
    await user.click(await within(form).findByLabelText(`${first.dist_name} · ${first.dist_id}`))
    await press(user, form, 'Crear rol')
    await screen.findByText('Los cambios se guardaron con exito')
    const made = await roleNamed('Zona de prueba')
    expect(made?.dist_ids).toEqual([first.dist_id])
    expect(made?.permissions).toContain('export')
    expect(made?.permissions).not.toContain('view:reports')

    await user.click(await screen.findByRole('button', { name: 'Editar el rol Zona de prueba' }))
    const change = await dialog('Editar rol')
    // Selected distributors come first, however long the list is.
    await waitFor(() => {
      const group = within(change).getAllByRole('group', { name: 'Distribuidores' }).at(-1)
      const choices = [...(group?.querySelectorAll<HTMLInputElement>('[type=checkbox]') ?? [])]
      expect(choices.slice(0, 2).map(({ checked }) => checked)).toEqual([true, false])
    })
    await user.click(within(change).getByLabelText('Todos los distribuidores'))
    await press(user, change, 'Guardar cambios')
    await gone('Editar rol')
    expect((await roleNamed('Zona de prueba'))?.dist_ids).toBeNull()

    await user.click(await screen.findByRole('button', { name: 'Eliminar el rol Zona de prueba' }))
    await press(user, await dialog('Eliminar rol'), 'Eliminar rol')
    await screen.findByText('El rol fue eliminado correctamente')
    expect(await roleNamed('Zona de prueba')).toBeUndefined()
  })

  it('locks the built-in roles and opens the users of one role', async () => {
    const rita = {
      name: 'Rita Recorrida',
      email: 'recorrida@gondola.test',
      role: 'admin',
      password: PASSWORD,
    }
    await post('/api/users', rita)
    const user = await openApp('/settings/roles')
    const card = screen
      .getAllByRole('listitem')
      .find((item) => within(item).queryByRole('heading', { name: 'admin' }))
    if (!card) throw new Error('no card of the role')
    within(card).getByText('De fábrica')
    expect(within(card).queryByRole('button', { name: /^Eliminar/ })).toBeNull()
    await user.click(within(card).getByRole('link', { name: /^\d+ usuario/ }))
    await row(rita.email)
    const roles = [...document.querySelectorAll('tbody tr td:nth-child(3)')].map((cell) => cell.textContent)
    // Accounts of superAdmin, whose name contains 'admin', are left out.
    expect(new Set(roles)).toEqual(new Set(['admin']))
    await user.click(screen.getByRole('button', { name: 'Ver todos los roles' }))
    await row(SUPER_ADMIN.email)
  })
})

const latestMonth = async (): Promise<string> => {
  const options = await dataOf<{ option: string; values: unknown }[]>('/api/config')
  return String(options.find(({ option }) => option === 'show_max_month')?.values)
}

it('Ultimo mes shows the latest month, sets another, and every month view follows', async () => {
  const user = await openApp('/settings/last_month')
  const [now] = screen.getAllByRole('definition')
  const before = await latestMonth()
  expect(plain(now?.textContent).toLowerCase()).toBe(monthName(before))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar' }).disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Mes anterior' }))
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  await screen.findByText('Los cambios se guardaron con exito')
  const after = await latestMonth()
  expect(after < before).toBe(true)
  await waitFor(() =>
    expect(plain(screen.getAllByRole('definition')[0]?.textContent).toLowerCase()).toBe(monthName(after)),
  )
  const history = await region('Cambios anteriores')
  await waitFor(() => expect(history.querySelector('tbody tr')?.textContent).toContain(monthName(after)))
  expect(history.querySelector('tbody tr')?.textContent).toContain(monthName(before))
  await user.click(screen.getAllByRole('link', { name: 'Scorecard' })[0] as HTMLElement)
  await screen.findByRole('button', { name: `Mes: ${monthName(after)}` })
  await post('/api/config', { option: 'show_max_month', values: before })
})

describe('Crones', () => {
  it('lists jobs, runs one, and shows its log and unplaced values', async () => {
    const jobs = await dataOf<CronEntry[]>('/api/config/crones/list')
    const user = await openApp('/settings/crones')
    for (const { label } of jobs) screen.getByRole('heading', { name: label })
    within(await job('reconciliation')).getByText('Listo')
    const result = await region('Resultado de la conciliación')
    within(result).getByText(/La conciliación todavía no se ejecutó/)
    await user.click(screen.getByRole('button', { name: 'Ejecutar Conciliación' }))
    // Comparing all months takes as long as the machine needs.
    await within(await job('reconciliation')).findByText(/Correcto/, undefined, { timeout: 100_000 })
    await within(await job('reconciliation')).findByText(/Última vez/)
    await within(result).findByText(/Sin tienda conectada se comparan los resúmenes/)
    await within(result).findByText(/Correcto/)

    await user.click(screen.getByRole('link', { name: 'Ver registro de Conciliación' }))
    const line = await row('Conciliación')
    within(line).getByText(/Correcto/)
    await press(user, line, 'Ver detalle')
    expect((await modal()).textContent).toContain('Sin ubicar')
    await user.keyboard('{Escape}')

    await user.click(screen.getByRole('link', { name: 'Sin ubicar' }))
    await waitFor(() => expect(location.pathname).toBe('/settings/crones/unplaced'))
    const [run] = await dataOf<CronLogRow[]>('/api/config/crones/logs?command_name=reconciliation')
    const { unplaced } = JSON.parse(run?.detail ?? '{}') as { unplaced: { orders_without_province: number } }
    expect(unplaced.orders_without_province).toBeGreaterThan(0)
    const heading = await screen.findByRole('heading', { name: 'Órdenes sin provincia' })
    expect(plain(heading.closest('li')?.textContent)).toContain(String(unplaced.orders_without_province))
  })

  it('lists what waits for a decision, and sends the decision', async () => {
    const one = {
      ...{
        label: 'wc-completed',
        number: 'PED-7',
        record_id: 1001,
        collection: 'orders',
        month: '2026-10',
        total: 150,
      },
      ...{ evidence: 'gone', found_at: '2026-11-20 04:00:00', decided_at: null },
    }
    const meta = { page: 1, per_page: 25, total: 1, page_count: 1, updated_at: null }
    stub('GET /api/config/removals', () => success([one], meta))
    const user = await openApp('/settings/crones')
    await screen.findByText(/Un registro ya no está en la tienda/)
    await user.click(screen.getByRole('link', { name: 'Ver y decidir' }))
    const line = await row('1001')
    within(line).getByText('La tienda dice que no existe')
    await user.click(within(line).getByRole('button', { name: /^Conservar PED-7/ }))
    await user.click(screen.getByRole('button', { name: 'Quitar todos' }))
    const question = await modal()
    within(question).getByText(/Se pueden restaurar durante 30 días/)
    await press(user, question, 'Quitar todos')
    await waitFor(() => expect(document.querySelector('.mantine-Modal-content')).toBeNull())
    const sent = requestsOf('/api/config/removals').filter(({ method }) => method === 'POST')
    expect(sent.map(({ body }) => body)).toEqual([
      { action: 'keep', collection: 'orders', ids: [1001] },
      { action: 'accept' },
    ])
  })

  it('runs a job for the previous month and audits it', async () => {
    const user = await openApp('/settings/crones')
    await user.click(screen.getByRole('button', { name: 'Ejecutar Resúmenes mensuales para un mes' }))
    const form = await modal()
    await user.selectOptions(within(form).getByLabelText('Mes'), '1')
    await press(user, form, 'Ejecutar')
    await waitFor(() => expect(document.querySelector('.mantine-Modal-content')).toBeNull())
    await within(await job('summaries')).findByText(/1 mes rehecho/)
    await user.click(screen.getByRole('link', { name: 'Auditoría' }))
    const line = await row('Resúmenes mensuales')
    within(line).getByText('Ejecutó un cron')
    expect(line.textContent).toContain('meses atrás: 1')
  })

  it('shows the state of a job: running, failed, pending, with warnings', async () => {
    const jobs = await dataOf<CronEntry[]>('/api/config/crones/list')
    const states: Record<string, Partial<CronEntry>> = {
      orders: { state: 'runing', loading: true, progress: 40, message: 'Órdenes: 400 de 1.000' },
      products: { state: 'failed', message: 'La tienda no responde' },
      customers: { state: 'waiting', message: 'Espera a que termine la importación de la tienda' },
      coupons: { state: 'warning', message: '3 registros rechazados' },
    }
    stub('GET /api/config/crones/list', () => success(jobs.map((one) => ({ ...one, ...states[one.key] }))))
    const user = await openApp('/settings/crones')
    const bar = screen.getByRole('progressbar', { name: 'Avance de Órdenes' })
    expect(bar.getAttribute('aria-valuenow')).toBe('40')
    const run = within(await job('orders')).getByRole<HTMLButtonElement>('button', {
      name: 'Ejecutar Órdenes',
    })
    expect(run.getAttribute('aria-disabled')).toBe('true')
    within(await job('customers')).getByText('Pendiente')
    within(await job('coupons')).getByText('Con advertencias')
    within(await job('products')).getByText('La tienda no responde')
    refusing(/\/api\/config\/crones\/run\/products$/, 'cron-running')
    await user.click(screen.getByRole('button', { name: 'Reintentar Productos' }))
    await within(await job('products')).findByText('Ya está en curso.')
  })

  it('shows the last comparison with the store and earlier ones', async () => {
    const none = {
      ...{ currencies: [], statuses: [], discounts: [], rejects: [] },
      ...{
        contained_orders: [],
        large_orders: [],
        future_orders: [],
        unregistered_statuses: [],
        remarks: [],
      },
      other_totals: { count: 0, amount: 0, orders: [] },
    }
    const counts = {
      erased_buyers: 0,
      waiting: 0,
      products_without_business: 0,
      products_without_segment: 0,
      customers_without_province: 0,
    }
    const run = {
      ...{
        id: 7,
        job: 'reconciliation',
        started_at: '2026-11-20 07:00:00',
        finished_at: '2026-11-20 07:02:00',
      },
      ...{ status: 'warning', message: '3 distintas' },
      shop: {
        ...{ months: ['2026-10'], checked: 1234, differed: 3, repaired: 2, others: 1 },
        statuses: [
          {
            ...{ month: '2026-10', status: 'completed', shop_orders: 41, orders: 40 },
            ...{ shop_total: '1500.50', total: '1000.25' },
          },
        ],
        not_compared: ['12 meses anteriores'],
        failure: 'La tienda no responde',
      },
      summaries_repaired: ['2026-09'],
      unplaced: { ...none, ...counts, orders_without_province: 12 },
    }
    const earlier = { ...run, id: 6, status: 'processed', shop: null, unplaced: null, summaries_repaired: [] }
    const mend = failing('GET /api/config/reconciliation')
    const user = await openApp('/settings/crones')
    const result = await region('Resultado de la conciliación')
    await within(result).findByText('No se pudieron cargar los datos.')
    mend()
    const imported = { ...run, id: 8, job: 'import', status: 'processed', shop: null, summaries_repaired: [] }
    stub('GET /api/config/reconciliation', () => success([imported, run, earlier]))
    await press(user, result, 'Reintentar')
    await within(result).findByText('No llegó al final: La tienda no responde')
    within(result).getByText('Según la última importación completa')
    for (const words of [
      'Órdenes comparadas1.234',
      'Distintas3',
      'Reparadas2',
      'Esta vez sin comparar: 12 meses anteriores.',
      'Meses con resúmenes rehechos: septiembre 2026.',
      'octubre 2026Completadas4140$ 1.500,50$ 1.000,25',
      'Órdenes sin provincia 12',
    ])
      expect(plain(result.textContent)).toContain(words)
    expect(within(result).getAllByRole('table').at(-1)?.querySelectorAll('tbody tr')).toHaveLength(1)
    const [link] = within(result).getAllByRole('link', { name: 'Ver qué son y qué pasa con ellos' })
    await user.click(link ?? result)
    await waitFor(() => expect(location.pathname).toBe('/settings/crones/unplaced'))
    await screen.findByRole('heading', { name: 'Órdenes sin provincia' })
  })

  it('filters the log by state', async () => {
    const user = await openApp('/settings/crones/logs')
    await user.selectOptions(screen.getByLabelText('Estado'), 'failed')
    await screen.findByText('Ninguna fila coincide con los filtros')
    expect(searchParam('status')).toBe('failed')
  })
})
