import { describe, expect, it } from 'vitest'
import { ApiError, NetworkError } from '#web/api/errors.ts'
import { formFailure, signInFailure } from './failure.ts'
import { resetRules, signInRules, signUpRules } from './rules.ts'

const long = 'a'.repeat(256)

describe('form rules', () => {
  it('requires a valid e-mail and a password to sign in', () => {
    expect(signInRules.email('')).toBe('Correo electrónico requerido')
    expect(signInRules.email('ana@')).toBe('Debe ingresar un correo electrónico válido')
    expect(signInRules.email('ana@mail.com')).toBeNull()
    expect(signInRules.email(`${long}@mail.com`)).toBe('Hasta 255 caracteres')
    expect(signInRules.password('')).toBe('Contraseña requerida')
    expect(signInRules.password('x')).toBeNull()
    expect(signInRules.password(long)).toBe('Hasta 255 caracteres')
  })

  it('has its own texts for the reset', () => {
    expect(resetRules.email('')).toBe('Correo electrónico es requerido')
    expect(resetRules.email('ana')).toBe('Debe ser un correo electrónico válido')
  })

  it('requires names and 12 characters of password to sign up', () => {
    expect(signUpRules.firstName(' ')).not.toBeNull()
    expect(signUpRules.lastName(long)).toBe('Hasta 255 caracteres')
    expect(signUpRules.password('12345678901')).toBe('Must be at least 12 characters')
    expect(signUpRules.password('123456789012')).toBeNull()
  })
})

describe('signInFailure and formFailure', () => {
  it.each([
    [new ApiError(401), '¡Usuario o clave incorrectos!'],
    [new ApiError(400, { message: 'La cuenta está bloqueada' }), 'La cuenta está bloqueada'],
    [new ApiError(500), 'Algo está mal!'],
    [new ApiError(500, { code: 'internal-error', message: 'Internal Server Error' }), 'Algo está mal!'],
    [new ApiError(403, { message: 'x', text: 'Falta confirmar tu correo.' }), 'Falta confirmar tu correo.'],
    [new ApiError(429, { retryAfter: 90 }), 'Demasiados intentos. Probá de nuevo en 2 minutos.'],
    [new NetworkError('refused'), 'No hay conexión con el servidor.'],
    [new TypeError('x'), 'Algo está mal!'],
  ])('%s: %s', (error, says) => {
    expect(signInFailure(error)).toBe(says)
  })

  it('shows the first field error of the server on the other forms', () => {
    const refused = new ApiError(400, { fields: [{ path: 'password', message: 'x', text: 'Muy común' }] })
    expect(formFailure(refused)).toBe('Muy común')
  })

  it('shows the form error for an e-mail that only the server rejects', () => {
    const refused = new ApiError(400, { fields: [{ path: 'email', message: 'Invalid email' }] })
    for (const says of [signInFailure, formFailure])
      expect(says(refused)).toBe('Debe ingresar un correo electrónico válido')
  })
})
