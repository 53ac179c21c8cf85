// Accounts: the messages of forms, where sign-in leads, and sessions that end.
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { SUPER_ADMIN } from '#test/e2e/server.ts'
import { address, clearAnswers, goTo, openApp } from '#test/web/app.tsx'
import { addUser, failing, post, requestsOf, stub, success } from '#test/web/network.ts'
import { region } from '#test/web/tables.ts'

const email = () => screen.findByLabelText<HTMLInputElement>('Correo electrónico')
const password = () => {
  const field = document.querySelector<HTMLInputElement>('input[autocomplete$="password"]')
  if (!field) throw new Error('no password field')
  return field
}
const submit = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }))

async function signIn(user: UserEvent, account = SUPER_ADMIN) {
  await user.type(await email(), account.email)
  await user.type(password(), account.password)
  await submit(user, 'Iniciar Sesión')
}

const title = (name: string) => screen.findByRole('heading', { level: 1, name })

/** Name of the icon of the message around an element. */
const iconBeside = (element: HTMLElement) =>
  /tabler-icon-([\w-]+)/.exec(
    element.closest('[data-tone]')?.querySelector('svg')?.getAttribute('class') ?? '',
  )?.[1]

describe('sign-in', () => {
  it('redirects visitors to sign-in and back to the requested address', async () => {
    const user = await openApp('/reports/simple?month=2026-08', { as: null })
    expect(location.pathname).toBe('/auth/sign-in')
    expect(document.title).toBe('Iniciar Sesión · Góndola')
    expect(screen.getByLabelText<HTMLInputElement>('Recordarme').checked).toBe(true)
    await signIn(user)
    await title('Reporte SIMPLE')
    expect(address()).toBe('/reports/simple?month=2026-08')
    expect(document.title).toBe('Reporte SIMPLE · Góndola')
  })

  it('reports missing fields before calling the server, and focuses the first one', async () => {
    const user = await openApp('/auth/sign-in', { as: null })
    await submit(user, 'Iniciar Sesión')
    await screen.findByText('Correo electrónico requerido')
    screen.getByText('Contraseña requerida')
    await user.keyboard('ana@gondola.test')
    expect((await email()).value).toBe('ana@gondola.test')
    await submit(user, 'Iniciar Sesión')
    await user.keyboard('una clave')
    expect(password().value).toBe('una clave')
    expect(password().type).toBe('password')
    await submit(user, 'Mostrar lo escrito')
    expect(password().type).toBe('text')
    await submit(user, 'Mostrar lo escrito')
    await user.clear(await email())
    await user.type(await email(), 'ana@')
    await submit(user, 'Iniciar Sesión')
    await screen.findByText('Debe ingresar un correo electrónico válido')
  })

  it('reports a wrong password and stays on the page', async () => {
    const user = await openApp('/auth/sign-in', { as: null })
    await signIn(user, { ...SUPER_ADMIN, password: 'otra clave bien larga' })
    await screen.findByText('¡Usuario o clave incorrectos!')
    expect(location.pathname).toBe('/auth/sign-in')
  })

  it.each([
    [true, 'the browser'],
    [false, 'the tab'],
  ])('with "Recordarme" %s keeps the token in %s', async (remember) => {
    const user = await openApp('/auth/sign-in', { as: null })
    if (!remember) await user.click(screen.getByLabelText('Recordarme'))
    await signIn(user)
    await title('Scorecard')
    const stored = [localStorage, sessionStorage].map((storage) => storage.getItem('accessToken') !== null)
    expect(stored).toEqual([remember, !remember])
  })

  it('redirects a signed-in user to the scorecard', async () => {
    await openApp('/auth/sign-in')
    await title('Scorecard')
    expect(location.pathname).toBe('/')
  })

  it('leads home instead of to an address that browsers read as another host', async () => {
    await openApp('/auth/sign-in?redirect=/%09/x')
    await title('Scorecard')
    expect(location.pathname).toBe('/')
  })

  it('appears when the server ends the session, and returns to the same address', async () => {
    const mend = failing(/\/api\/distributors\/resume$/, 401, { success: false, message: 'Unauthorized' })
    const user = await openApp('/distributors/distributors-overview?month=2026-09', { settle: false })
    await screen.findByText('La sesión venció. Ingresá de nuevo para volver a donde estabas.')
    expect(localStorage.getItem('accessToken')).toBeNull()
    mend()
    await signIn(user)
    await title('Resumen Distribuidores')
    expect(address()).toBe('/distributors/distributors-overview?month=2026-09')
  })

  it.each([500, 429, 404])('does not appear while the user cannot be loaded (%s)', async (status) => {
    const mend = failing('GET /api/me', status, { success: false, message: 'x' })
    const user = await openApp('/distributors/distributors-overview?month=2026-09', { settle: false })
    const retry = await screen.findByRole('button', { name: 'Reintentar' })
    expect(screen.queryByText(/La sesión venció/)).toBeNull()
    expect(localStorage.getItem('accessToken')).not.toBeNull()
    mend()
    await user.click(retry)
    await title('Resumen Distribuidores')
  })

  it('reports a user that cannot be loaded after the password, without a session', async () => {
    const user = await openApp('/auth/sign-in', { as: null })
    const mend = failing('GET /api/me', 500, { success: false, message: 'Internal Server Error' })
    await signIn(user)
    await screen.findByText('Algo está mal!')
    expect(screen.queryByText(/La sesión venció/)).toBeNull()
    expect(localStorage.getItem('accessToken')).toBeNull()
    mend()
    await submit(user, 'Iniciar Sesión')
    await title('Scorecard')
  })

  it('appears for an expired stored token', async () => {
    // Its exp claim is the first second of 1970.
    localStorage.setItem('accessToken', `x.${btoa('{"exp":1}')}.x`)
    await openApp('/distributors/distributors-overview?month=2026-09', { as: null })
    const notice = await screen.findByText('La sesión venció. Ingresá de nuevo para volver a donde estabas.')
    expect(iconBeside(notice)).toBe('info-circle')
    expect(new URLSearchParams(location.search).get('redirect')).toContain('month=2026-09')
  })
})

describe('sign-up', () => {
  it('registers an account that waits for a role, and returns to sign-in', async () => {
    const user = await openApp('/auth/sign-in', { as: null })
    await user.click(screen.getByRole('link', { name: 'Crear cuenta' }))
    await user.type(await screen.findByLabelText('Nombre'), 'Nora')
    await user.type(screen.getByLabelText('Apellido'), 'Paz')
    await user.type(await email(), 'nora@gondola.test')
    await user.type(password(), 'corta')
    await submit(user, 'Crear cuenta')
    await screen.findByText('Must be at least 12 characters')
    await user.clear(password())
    await user.type(password(), 'una clave larga de Nora')
    await submit(user, 'Crear cuenta')
    expect(iconBeside(await screen.findByText('Usuario registrado con exito'))).toBe('circle-check')
    expect(location.pathname).toBe('/auth/sign-in')
    await signIn(user, { email: 'nora@gondola.test', password: 'una clave larga de Nora' })
    await screen.findByText('Tu cuenta espera que una persona administradora le dé un rol.')
  })
})

describe('the reset of a password', () => {
  it('requests the mail and returns to sign-in', async () => {
    const user = await openApp('/auth/reset-password', { as: null })
    await submit(user, 'Reestablecer contraseña')
    await screen.findByText('Correo electrónico es requerido')
    await user.keyboard('nadie')
    await submit(user, 'Reestablecer contraseña')
    await screen.findByText('Debe ser un correo electrónico válido')
    await user.clear(await email())
    await user.type(await email(), 'nadie@gondola.test')
    await submit(user, 'Reestablecer contraseña')
    await waitFor(() => expect(location.pathname).toBe('/auth/sign-in'))
    await screen.findByText(/Si el correo tiene una cuenta/)
  })

  it('reports a used link', async () => {
    const user = await openApp('/auth/reset-password?token=de-ayer', { as: null })
    await user.type(password(), 'una clave nueva y larga')
    await submit(user, 'Guardar contraseña')
    await screen.findByText('El enlace ya se usó o venció. Pedí uno nuevo.')
  })
})

describe('a password set by an administrator', () => {
  it('must be changed before anything opens, and then leads to the requested address', async () => {
    const given = { email: 'estrena@gondola.test', password: 'una clave que le dieron' }
    await post('/api/users', { ...given, name: 'Ema Estrena', role: 'admin' })
    const user = await openApp('/reports/simple?month=2026-08', { as: null })
    await signIn(user, given)
    await title('Elegí tu contraseña')
    expect(location.pathname).toBe('/auth/own-password')
    await user.type(screen.getByLabelText('Contraseña que te dieron'), 'no es esta')
    await user.type(screen.getByLabelText('Contraseña nueva'), 'password1234')
    await submit(user, 'Guardar contraseña')
    await screen.findByText('La contraseña actual no es esa.')
    await user.clear(screen.getByLabelText('Contraseña que te dieron'))
    await user.type(screen.getByLabelText('Contraseña que te dieron'), given.password)
    await submit(user, 'Guardar contraseña')
    await screen.findByText(/muy fácil de adivinar/)
    await user.clear(screen.getByLabelText('Contraseña nueva'))
    await user.type(screen.getByLabelText('Contraseña nueva'), 'una clave propia y larga')
    await submit(user, 'Guardar contraseña')
    await title('Reporte SIMPLE')
    expect(address()).toBe('/reports/simple?month=2026-08')
  })

  it('is not required of others', async () => {
    await openApp('/auth/own-password')
    await title('Scorecard')
  })
})

describe('Mi cuenta', () => {
  const rosa = { email: 'rosa@gondola.test', password: 'una clave larga de Rosa' }

  it('lists and ends sessions, and changes the password', async () => {
    await addUser({ ...rosa, name: 'Rosa Ríos', role: 'admin' })
    for (const _ of ['desk', 'phone']) await post('/api/login', rosa, null)
    const user = await openApp('/help', { as: rosa })
    await user.click(screen.getByRole('button', { name: /Menú de usuario/ }))
    await user.click(await screen.findByRole('link', { name: /Mi cuenta/ }))
    await title('Mi cuenta')
    const panel = await region('Sesiones abiertas')
    const sessions = (count: number) =>
      waitFor(() => expect(within(panel).getAllByRole('listitem')).toHaveLength(count))
    await sessions(4)
    expect(within(panel).getAllByText('Esta sesión')).toHaveLength(1)
    const [end] = within(panel).getAllByRole('button', { name: /^Cerrar esta sesión/ })
    await user.click(end as HTMLElement)
    await screen.findByText('La sesión se cerró.')
    await sessions(3)
    expect(document.activeElement).toBe(panel)
    await submit(user, 'Cerrar las demás')
    await screen.findByText('Se cerraron 2 sesiones.')
    await sessions(1)
    expect(document.activeElement).toBe(panel)
    expect(screen.queryByRole('button', { name: 'Cerrar las demás' })).toBeNull()

    await submit(user, 'Cambiar contraseña')
    await screen.findAllByText('Contraseña requerida')
    await user.type(screen.getByLabelText('Contraseña actual'), rosa.password)
    await user.type(screen.getByLabelText('Contraseña nueva'), 'otra clave larga de Rosa')
    await submit(user, 'Cambiar contraseña')
    await screen.findByText('Tu contraseña cambió y tus otras sesiones se cerraron.')
    expect(screen.getByLabelText<HTMLInputElement>('Contraseña actual').value).toBe('')
    await post('/api/login', { ...rosa, password: 'otra clave larga de Rosa' }, null)
    await expect(post('/api/login', rosa, null)).rejects.toThrow('401')
  })

  it('reports a session that stays open, and a failed list', async () => {
    await post('/api/login', SUPER_ADMIN, null)
    failing(/^DELETE \/api\/account\/sessions/)
    const user = await openApp('/account')
    await submit(user, 'Cerrar las demás')
    await screen.findByText('No se pudo cerrar. Probá de nuevo.')
    const mend = failing('GET /api/account/sessions')
    await goTo('/help')
    clearAnswers()
    await goTo('/account')
    await screen.findByText('No se pudieron cargar los datos.')
    mend()
    await submit(user, 'Reintentar')
    await screen.findByText('Esta sesión')
  })
})

it('signs out from the user menu, which has nothing else, and shows no screen that could request anything meanwhile', async () => {
  const user = await openApp('/settings/users')
  const { promise: held, resolve: end } = Promise.withResolvers<Response>()
  stub('POST /api/logout', () => held)
  await user.click(screen.getByRole('button', { name: /Menú de usuario/ }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(['Cerrar Sesión'])
  await user.click(items[0] as HTMLElement)
  await waitFor(() => expect(requestsOf('/api/logout')).toHaveLength(1))
  expect(screen.queryByRole('heading')).toBeNull()
  end(success({ provider_url: null }))
  await screen.findByLabelText('Correo electrónico')
  expect(location.pathname).toBe('/auth/sign-in')
  expect(localStorage.getItem('accessToken')).toBeNull()
  expect(within(document.body).queryByText(/La sesión venció/)).toBeNull()
})

it('signs out of a session that has ended meanwhile without calling it expired', async () => {
  const user = await openApp('/settings/users')
  failing('POST /api/logout', 401)
  await user.click(screen.getByRole('button', { name: /Menú de usuario/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Cerrar Sesión' }))
  await waitFor(() => expect(address()).toBe('/auth/sign-in'))
  expect(screen.queryByText(/La sesión venció/)).toBeNull()
})
