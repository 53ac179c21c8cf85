// Sign-in in Chromium with its virtual authenticator: passkeys, and the second factor's forms in both themes and widths.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { CLIENT, startOidcProvider } from '#server/features/account/provider/oidc-provider.fixture.ts'
import { expectNoAxeViolations } from './axe.ts'
import { PHONE, region, settled, startProduct } from './harness.ts'
import { SUPER_ADMIN } from './server.ts'

const product = startProduct({ own: true, named: true })

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

/** A fingerprint reader that always recognises its owner. */
async function addAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...({ protocol: 'ctap2', transport: 'internal' } as const),
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: /Menú de usuario/ }).click()
  await page.getByText('Cerrar Sesión').click()
  await title(page, 'Te damos la bienvenida')
}

async function looksRight(page: Page) {
  await settled(page)
  await expectNoAxeViolations(page)
  const desk = page.viewportSize()
  await page.setViewportSize(PHONE)
  await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth)
  if (desk) await page.setViewportSize(desk)
}

it('registers a passkey, signs in with it alone and after the password, and removes it', async () => {
  const page = await product.open('/account', { fresh: true, expectedErrors: [/401 \(Unauthorized\)/] })
  await addAuthenticator(page)
  const panel = region(page, 'Llaves de acceso')
  await panel.getByLabel('Nombre de la llave nueva').fill('Notebook')
  await looksRight(page)
  await press(page, 'Agregar llave de acceso')
  await page.getByText(/Guardá estos códigos/).waitFor()
  await looksRight(page)
  await press(page, 'Ya los guardé')
  await panel.getByText('Notebook', { exact: true }).waitFor()

  await signOut(page)
  await looksRight(page)
  await press(page, 'Entrar con una llave de acceso')
  await page.getByRole('button', { name: /Menú de usuario/ }).waitFor()

  await signOut(page)
  await page.getByLabel('Correo electrónico').fill(SUPER_ADMIN.email)
  await page.getByLabel('Contraseña').fill(SUPER_ADMIN.password)
  await press(page, 'Iniciar Sesión')
  await title(page, 'Verificación en dos pasos')
  await looksRight(page)
  await press(page, 'Usar una llave de acceso')
  await page.getByRole('button', { name: /Menú de usuario/ }).waitFor()

  await page.evaluate(() => history.pushState(null, '', '/account'))
  await press(page, 'Renombrar Notebook')
  await panel.getByLabel('Nombre nuevo de Notebook').fill('Computadora')
  await press(page, 'Guardar')
  await panel.getByText('Computadora').waitFor()
  await looksRight(page)
  await panel.getByLabel('Nombre de la llave nueva').fill('Otra vez')
  await press(page, 'Agregar llave de acceso')
  await panel.getByText('No se agregó: se canceló, o este dispositivo ya tiene una.').waitFor()
  await press(page, 'Quitar Computadora')
  await page.getByText('La llave de acceso quedó quitada.').waitFor()
  expect(await panel.getByText('Computadora').count()).toBe(0)

  await signOut(page)
  await press(page, 'Entrar con una llave de acceso')
  await page.getByText('Góndola no conoce esa llave de acceso.').waitFor()
}, 180_000)

it('signs in with the password, without a reload, after the code for passkeys could not be fetched', async () => {
  const page = await product.open('/auth/sign-in', { as: null, fresh: true, expectedErrors: [/ERR_FAILED/] })
  await page.getByLabel('Correo electrónico').fill(SUPER_ADMIN.email)
  await page.getByLabel('Contraseña').fill(SUPER_ADMIN.password)
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  const refused: string[] = []
  await page.route('**/assets/*.js', (route) => {
    refused.push(route.request().url())
    return route.abort()
  })
  await press(page, 'Entrar con una llave de acceso')
  await page.getByText('No hay conexión con el servidor.').waitFor()
  expect(refused).not.toEqual([])
  await page.unrouteAll()
  await press(page, 'Iniciar Sesión')
  await page.getByRole('button', { name: /Menú de usuario/ }).waitFor()
  expect(loads).toBe(0)
})

it('the set-up of an application is accessible in both themes and on a phone', async () => {
  for (const theme of ['light', 'dark'] as const) {
    const page = await product.open('/account', { theme })
    await press(page, 'Activar')
    await page.getByRole('img', { name: 'Código QR para la aplicación de autenticación' }).waitFor()
    await looksRight(page)
  }
}, 120_000)

it('signs in and out at an OpenID Connect provider that Configuración describes', async () => {
  const provider = await startOidcProvider(product.url('/auth/provider'))
  try {
    const page = await product.open('/settings/sign-in', { fresh: true })
    await page.getByLabel('Nombre en el botón').fill('Empresa')
    await page.getByLabel('Dirección del proveedor (issuer)').fill(provider.issuer)
    await page.getByLabel('Identificador del cliente (client ID)').fill(CLIENT.client_id)
    await page.getByLabel('Secreto del cliente (client secret)').fill('otro secreto')
    await press(page, 'Agregar grupo')
    await page.getByLabel('Grupo 1', { exact: true }).fill('ventas')
    await page.getByLabel('Rol del grupo 1').selectOption('admin')
    await looksRight(page)
    await press(page, 'Guardar')
    await page.getByText('Los cambios se guardaron con exito').waitFor()
    await press(page, 'Probar lo guardado')
    await page.getByText(/no acepta el identificador o el secreto/).waitFor()
    const secret = page.getByLabel('Secreto del cliente (client secret)')
    await secret.fill(CLIENT.client_secret)
    await press(page, 'Guardar')
    // Saved: the form does not show a stored secret.
    await expect.poll(() => secret.inputValue()).toBe('')
    await press(page, 'Probar lo guardado')
    await page.getByText(/conoce el cliente y la dirección de retorno/).waitFor()
    await looksRight(page)

    const person = { sub: 'pia', email: 'pia@empresa.example', name: 'Pía Paz', groups: ['ventas'] }
    provider.person = { ...person, email_verified: true }
    await press(page, 'Probar un ingreso')
    await title(page, 'Ingreso de prueba')
    await page.getByText('Con estos datos la persona entra con el rol admin.').waitFor()
    await page.getByText('["ventas"]').waitFor()
    expect(new URL(page.url()).searchParams.has('code')).toBe(false)
    await looksRight(page)
    await page.getByRole('link', { name: 'Volver a Ingreso' }).click()
    await page.getByRole('button', { name: 'Probar un ingreso' }).waitFor()

    const expectedErrors = [
      /401 \(Unauthorized\)/,
      /login\/provider\/callback\)/,
      /fonts\.googleapis/,
      /favicon\.ico/,
    ]
    const visitor = await product.open('/reports/simple?month=2026-08', {
      as: null,
      fresh: true,
      expectedErrors,
    })
    await visitor.getByRole('button', { name: 'Entrar con Empresa' }).waitFor()
    await looksRight(visitor)
    await press(visitor, 'Entrar con Empresa')
    await title(visitor, 'Reporte SIMPLE')
    expect(new URL(visitor.url()).search).toBe('?month=2026-08')
    await visitor.getByRole('button', { name: /Menú de usuario/ }).click()
    await visitor.getByText('Cerrar Sesión').click()
    await visitor.waitForURL((url) => url.origin === provider.issuer)

    // Somebody whose e-mail the provider does not confirm.
    const ada = { name: 'Ada Ruiz', email: 'ada@empresa.example', role: 'admin' }
    await product.post('/api/users', { ...ada, password: 'una clave larga para Ada' })
    provider.person = { ...person, sub: 'ada', email: ada.email, name: ada.name }
    await visitor.context().clearCookies()
    await visitor.goto(product.url('/auth/sign-in'))
    await press(visitor, 'Entrar con Empresa')
    await visitor.getByText(/no confirma tu correo electrónico/).waitFor()
    await page.goto(product.url('/settings/users'))
    const requests = region(page, 'Ingresos por unir')
    await requests.getByText('Ada Ruiz').waitFor()
    await looksRight(page)

    provider.person = null
    await visitor.context().clearCookies()
    await visitor.goto(product.url('/auth/sign-in'))
    await press(visitor, 'Entrar con Empresa')
    await visitor.getByText('El proveedor no permitió el ingreso.').waitFor()
    expect(new URL(visitor.url()).search).toBe('')
    await looksRight(visitor)
  } finally {
    await provider.close()
  }
}, 180_000)
