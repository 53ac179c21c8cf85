// The second factor on screen: set-up on Mi cuenta, the second step of a sign-in, a role that requires it, and its reset.
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { dialog, goTo, openApp } from '#test/web/app.tsx'
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
  unreachable,
} from '#test/web/network.ts'
import { region } from '#test/web/tables.ts'

connectTo('demo', { own: true })

const press = async (user: UserEvent, name: string) => user.click(await screen.findByRole('button', { name }))
const title = (name: string) => screen.findByRole('heading', { level: 1, name })
const codeOf = (secret: string, seconds = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + seconds * 1000 })

/** Completes the set-up from the QR code on; returns the key and the recovery codes. */
async function pair(user: UserEvent) {
  await screen.findByRole('img', { name: 'Código QR para la aplicación de autenticación' })
  const secret = (document.querySelector('code')?.textContent ?? '').replaceAll(' ', '')
  await user.type(screen.getByLabelText(/Escribí el código de seis dígitos/), codeOf(secret))
  await press(user, 'Activar')
  await screen.findByText(/Guardá estos códigos/)
  const codes = screen.getAllByText(/^[a-z2-9]{5}-[a-z2-9]{5}$/).map(({ textContent }) => String(textContent))
  expect(codes).toHaveLength(10)
  return { secret, codes }
}

async function signIn(user: UserEvent, { email, password }: { email: string; password: string }) {
  await user.type(await screen.findByLabelText('Correo electrónico'), email)
  const field = document.querySelector<HTMLInputElement>('input[autocomplete="current-password"]')
  await user.type(field as HTMLElement, password)
  await press(user, 'Iniciar Sesión')
}

const person = async (email: string, role = 'admin') => {
  const account = { email, password: 'una clave larga y propia' }
  await addUser({ ...account, name: email.split('@')[0] ?? '', role })
  return account
}

describe('second factor', () => {
  it('is set up on Mi cuenta and asked for at the sign-in', async () => {
    const rosa = await person('rosa@gondola.test')
    const user = await openApp('/account', { as: rosa })
    const panel = await region('Verificación en dos pasos')
    within(panel).getByText('No está activada.')
    await press(user, 'Activar')
    await screen.findByRole('img')
    await press(user, 'Activar')
    await screen.findByText('Escribí el código')
    await user.type(screen.getByLabelText(/Escribí el código de seis dígitos/), 'abcdef')
    await press(user, 'Activar')
    await screen.findByText(/Ese código no es, o ya se usó/)
    await press(user, 'Cancelar')
    await press(user, 'Activar')
    const { secret, codes } = await pair(user)
    await press(user, 'Ya los guardé')
    await screen.findByText('La verificación en dos pasos está activada.')
    await within(panel).findByText(/Te quedan 10 códigos de recuperación/)

    localStorage.clear()
    const visitor = await openApp('/reports/simple?month=2026-08', { as: null })
    await signIn(visitor, rosa)
    await title('Verificación en dos pasos')
    screen.getByText('Falta un código para entrar como rosa@gondola.test.')
    expect(localStorage.getItem('accessToken')).toBeNull()
    const field = screen.getByLabelText('Código')
    await waitFor(() => expect(document.activeElement).toBe(field))
    await press(visitor, 'Verificar')
    await screen.findByText('Escribí el código')
    await visitor.type(field, 'mal')
    await press(visitor, 'Verificar')
    await screen.findByText(/Ese código no es, o ya se usó/)
    await visitor.clear(field)
    await visitor.type(field, codeOf(secret, 30))
    await press(visitor, 'Verificar')
    await title('Reporte SIMPLE')

    await goTo('/account')
    await press(visitor, 'Generar códigos nuevos')
    await screen.findByText(/Guardá estos códigos/)
    expect(screen.queryByText(String(codes[0]))).toBeNull()
    await press(visitor, 'Ya los guardé')
    await screen.findByText('Los códigos anteriores ya no sirven.')
    await press(visitor, 'Desactivar')
    await screen.findByText('La verificación en dos pasos quedó desactivada.')
    await screen.findByText('No está activada.')
  })

  it('asks for the password when the server does, and repeats the call', async () => {
    const inés = await person('ines@gondola.test')
    const mend = refusing('POST /api/account/second-factor/start', 'password-not-recent')
    const user = await openApp('/account', { as: inés })
    await press(user, 'Activar')
    await user.type(await screen.findByLabelText('Tu contraseña'), 'otra que no es')
    await press(user, 'Confirmar')
    await screen.findByText('La contraseña actual no es esa.')
    mend()
    await user.clear(screen.getByLabelText('Tu contraseña'))
    await user.type(screen.getByLabelText('Tu contraseña'), inés.password)
    await press(user, 'Confirmar')
    await pair(user)
    expect(requestsOf('/api/account/second-factor/start')).toHaveLength(2)
  })

  it('starts over when the second step took too long', async () => {
    const luz = await person('luz@gondola.test')
    const owner = await openApp('/account', { as: luz })
    await press(owner, 'Activar')
    await pair(owner)
    localStorage.clear()
    const user = await openApp('/auth/sign-in', { as: null })
    failing('POST /api/login/second-factor', 400, {
      success: false,
      message: 'Bad Request',
      errors: [{ path: 'token', message: 'is wrong or expired' }],
    })
    await signIn(user, luz)
    await user.type(await screen.findByLabelText('Código'), '123456')
    await press(user, 'Verificar')
    await title('Te damos la bienvenida')
    await screen.findByText('Pasaron más de cinco minutos. Ingresá tu contraseña de nuevo.')
  })

  it('is asked for in the dialog over an open form', async () => {
    const sol = await person('sol@gondola.test')
    const user = await openApp('/account', { as: sol })
    await press(user, 'Activar')
    const { codes } = await pair(user)
    await press(user, 'Ya los guardé')
    await screen.findByText('La verificación en dos pasos está activada.')
    await user.type(screen.getByLabelText('Contraseña nueva'), 'a medio escribir')
    const mend = refusing('DELETE /api/account/second-factor', 'unauthorized')
    await press(user, 'Desactivar')
    const dialog = await screen.findByRole('dialog', { name: 'La sesión venció' })
    mend()
    await user.type(within(dialog).getByLabelText('Contraseña'), sol.password)
    await user.click(within(dialog).getByRole('button', { name: 'Iniciar Sesión' }))
    await user.type(await within(dialog).findByLabelText('Código'), String(codes[0]))
    await user.click(within(dialog).getByRole('button', { name: 'Iniciar Sesión' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'La sesión venció' })).toBeNull())
    expect(screen.getByLabelText<HTMLInputElement>('Contraseña nueva').value).toBe('a medio escribir')
  })

  it('comes first if the role requires it, also in an open session', async () => {
    const role = { name: 'Estricto', permissions: ['view:scorecard', 'view:reports'] }
    await post('/api/roles-permissions', role)
    const eva = await person('eva@gondola.test', role.name)
    const user = await openApp('/help', { as: eva })
    const roles = await dataOf<{ id: number; name: string }[]>('/api/roles-permissions?per_page=100')
    const id = roles.find(({ name }) => name === role.name)?.id
    await post('/api/roles-permissions', { ...role, id, second_factor: true })
    await goTo('/reports/simple?month=2026-08')
    await title('Protegé tu cuenta')
    await goTo('/')
    await title('Protegé tu cuenta')
    await press(user, 'Empezar')
    await pair(user)
    await press(user, 'Ya los guardé')
    await title('Scorecard')
    await goTo('/account')
    await screen.findByText(/Tu rol la exige/)
    expect(screen.queryByRole('button', { name: 'Desactivar' })).toBeNull()
  })

  it('is required by a role and removed from an account in Configuración', async () => {
    const paz = await person('paz@gondola.test')
    const owner = await openApp('/account', { as: paz })
    await press(owner, 'Activar')
    await pair(owner)
    localStorage.clear()
    const user = await openApp('/settings/roles')
    await press(user, 'Editar el rol admin')
    const form = await dialog('Editar rol')
    expect(within(form).queryByLabelText('Nombre del rol')).toBeNull()
    await user.click(within(form).getByLabelText(/Exigir la verificación en dos pasos/))
    await user.click(within(form).getByRole('button', { name: 'Guardar cambios' }))
    await screen.findByText('Los cambios se guardaron con exito')
    const card = screen.getByRole('heading', { name: 'admin' }).closest('li') as HTMLElement
    within(card).getByText('Dos pasos')

    await goTo('/settings/users')
    await press(user, 'Quitar la verificación en dos pasos de paz')
    await press(user, 'Quitar')
    await screen.findByText(/La verificación en dos pasos quedó desactivada y las sesiones/)
  })
})

it('says that the server does not respond when a passkey cannot be removed', async () => {
  const passkey = { id: 'q3Zr0b7m', name: 'Notebook', created_at: '2026-05-01T12:00:00.000Z', used_at: null }
  stub('GET /api/account/passkeys', () => success({ available: true, passkeys: [passkey] }))
  unreachable('DELETE /api/account/passkeys/q3Zr0b7m')
  const user = await openApp('/account')
  await press(user, 'Quitar Notebook')
  const panel = await region('Llaves de acceso')
  await within(panel).findByText('No hay conexión con el servidor.')
})

it('moves the focus to the panel when a passkey is removed', async () => {
  const passkey = { id: 'q3Zr0b7m', name: 'Notebook', created_at: '2026-05-01T12:00:00.000Z', used_at: null }
  let passkeys = [passkey]
  stub('GET /api/account/passkeys', () => success({ available: true, passkeys }))
  stub('DELETE /api/account/passkeys/q3Zr0b7m', () => {
    passkeys = []
    return success(null)
  })
  const user = await openApp('/account')
  await press(user, 'Quitar Notebook')
  await screen.findByText('La llave de acceso quedó quitada.')
  expect(screen.queryByText('Notebook')).toBeNull()
  expect(document.activeElement).toBe(await region('Llaves de acceso'))
})
