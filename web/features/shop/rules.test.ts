import { describe, expect, it } from 'vitest'
import { ApiError } from '#web/api/errors.ts'
import { mappingMistakes } from './failure.tsx'
import { connectionRules } from './rules.ts'

const KEY = `ck_${'a'.repeat(40)}`

describe('connectionRules', () => {
  const fresh = connectionRules({ url: null, key_end: null })
  const stored = connectionRules({ url: 'https://tienda.ejemplo.com.ar/', key_end: 'f00' })

  it('requires an http address', () => {
    expect(fresh.url('')).toBe('La dirección es requerida')
    expect(fresh.url('ftp://tienda.ejemplo.com.ar')).toBe(
      'Debe ser una dirección como https://tienda.ejemplo.com.ar',
    )
    expect(fresh.url(' https://tienda.ejemplo.com.ar/mi-tienda ')).toBeNull()
  })

  it('requires keys as WooCommerce writes them', () => {
    expect(fresh.key('', { url: '' })).toBe('La clave es requerida')
    expect(fresh.key('cs_123', { url: '' })).toBe('Empieza con ck_, como la muestra WooCommerce')
    expect(fresh.key(` ${KEY} `, { url: '' })).toBeNull()
    expect(fresh.secret(KEY, { url: '' })).toBe('Empieza con cs_, como la muestra WooCommerce')
  })

  it('keeps the stored keys for the stored address only', () => {
    expect(stored.key('', { url: ' https://tienda.ejemplo.com.ar ' })).toBeNull()
    expect(stored.secret('', { url: 'https://otra.ejemplo.com.ar' })).toBe('La clave secreta es requerida')
  })
})

describe('errors', () => {
  it('name the field of each mistake in a mapping', () => {
    const rejected = new ApiError(400, {
      fields: [
        { path: 'mapping.discounts.0.pattern', message: 'x', text: 'no es una expresión regular' },
        { path: 'mapping', message: 'Expected object' },
      ],
    })
    expect(mappingMistakes(rejected)).toEqual([
      'discounts.0.pattern: no es una expresión regular',
      'mapping: Expected object',
    ])
    expect(mappingMistakes(new ApiError(409))).toEqual([])
  })
})
