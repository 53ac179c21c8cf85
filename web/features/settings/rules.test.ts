import { describe, expect, it } from 'vitest'
import { ApiError, NetworkError } from '#web/api/errors.ts'
import { failureText } from './failure.tsx'
import { lastMonthWithOrders, monthWarning } from './month/rules.ts'
import { emailRule, limitRule, nameRule, passwordRule, roleNameRule } from './rules.ts'

describe('form rules', () => {
  it('require names and a valid e-mail of up to 255 characters', () => {
    expect(nameRule(' ')).toBe('Nombre requerido')
    expect(nameRule('a'.repeat(256))).toBe('Hasta 255 caracteres')
    expect(roleNameRule('')).toBe('El rol necesita un nombre')
    expect(emailRule('')).toBe('Correo electrónico requerido')
    expect(emailRule('ana@')).toBe('Debe ingresar un correo electrónico válido')
    expect(emailRule(' ana@mail.com ')).toBeNull()
  })

  it('require a password of 12 characters from new accounts, and allow none for others', () => {
    expect(passwordRule('', true)).toBe('Contraseña requerida')
    expect(passwordRule('', false)).toBeNull()
    expect(passwordRule('12345678901', false)).toBe('Debe tener al menos 12 caracteres')
    expect(passwordRule('123456789012', true)).toBeNull()
    expect(passwordRule('a'.repeat(256), true)).toBe('Hasta 255 caracteres')
  })
})

describe('limitRule', () => {
  it('requires a distributor, and forbids a limit with the permission settings', () => {
    expect(limitRule(null, ['settings'])).toBeNull()
    expect(limitRule(['101'], ['view:orders'])).toBeNull()
    expect(limitRule([], ['view:orders'])).toBe('Elegí al menos un distribuidor')
    expect(limitRule(['101'], ['settings'])).toMatch(/podría quitarse el límite/)
  })
})

describe('failureText', () => {
  it('says what a code means and hides all other failures', () => {
    expect(failureText(new ApiError(409, { text: 'El email ya existe' }))).toBe('El email ya existe')
    expect(failureText(new ApiError(500, { message: 'Unheard of' }))).toBe('Hubo un error !')
    expect(failureText(new NetworkError('refused'))).toBe('Hubo un error !')
  })
})

describe('Ultimo mes', () => {
  const withOrders = ['2026-08', '2026-09', '2026-12']

  it('suggests the last month with orders that is not in the future', () => {
    expect(lastMonthWithOrders(withOrders, '2026-11')).toBe('2026-09')
    expect(lastMonthWithOrders(withOrders, '2026-07')).toBeUndefined()
  })

  it('warns of months without orders and of the running one', () => {
    expect(monthWarning('2026-10', withOrders, '2026-11')).toContain('Octubre 2026 no tiene órdenes')
    expect(monthWarning('2026-12', withOrders, '2026-12')).toContain('Diciembre 2026 está en curso')
    expect(monthWarning('2026-09', withOrders, '2026-12')).toBeNull()
    expect(monthWarning('2026-09', [], '2026-12')).toBeNull()
  })
})
