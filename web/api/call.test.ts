import { describe, expect, it } from 'vitest'
import { addressOf } from './address.ts'
import { fileNameOf } from './download.ts'
import { carriedTo, rememberWayBack, returnTo } from './return-path.ts'
import { isDueForRenewal, isExpired } from './token.ts'

describe('the address of a call', () => {
  it('escapes parameters and omits empty ones', () => {
    expect(
      addressOf(
        'GET /api/distributors/{dist_id}/get-distributors-sells',
        { dist_id: 'a/b 1' },
        { start_date: '2024-05', page: 2, export: true, dist_name: '', order: undefined },
      ),
    ).toEqual({
      method: 'GET',
      path: '/api/distributors/a%2Fb%201/get-distributors-sells?start_date=2024-05&page=2&export=1',
    })
  })
})

describe('the name of an exported file', () => {
  it.each([
    [
      'attachment; filename="a.csv"; filename*=UTF-8\'\'detalle_de_descuento_%C3%B1.csv',
      'detalle_de_descuento_ñ.csv',
    ],
    ['attachment; filename="ventas-2024-05.csv"', 'ventas-2024-05.csv'],
    ['attachment; filename=ventas.xlsx', 'ventas.xlsx'],
    ['attachment', null],
    [null, null],
  ])('%s gives %s', (header, name) => {
    expect(fileNameOf(header)).toBe(name)
  })
})

const token = (claims: object) => `x.${btoa(JSON.stringify(claims))}.x`
const at = (seconds: number) => seconds * 1000

describe('the life of a token', () => {
  it('ends at its exp claim, and has ended without a readable one', () => {
    expect(isExpired(token({ iat: 0, exp: 100 }), at(99))).toBe(false)
    expect(isExpired(token({ iat: 0, exp: 100 }), at(100))).toBe(true)
    expect(isExpired(token({ iat: 0 }), at(1))).toBe(true)
    expect(isExpired('nonsense', at(1))).toBe(true)
  })

  it('is renewed in its second half only', () => {
    const half = token({ iat: 0, exp: 100 })
    expect([49, 50, 99, 100].map((second) => isDueForRenewal(half, at(second)))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })
})

describe('the way back after sign-in', () => {
  it('returns to an address of the application', () => {
    expect(returnTo({ redirect: '/benefits/overview?month=2024-05' })).toBe(
      '/benefits/overview?month=2024-05',
    )
  })

  it.each([
    ...[
      '//evil.example',
      '//evil.example/orders',
      '/\\evil.example',
      'https://evil.example',
      '/auth/sign-in',
      '/AUTH/sign-in',
      '',
    ],
    ...[
      '/\t/x',
      '/\n/x',
      '/%09/x',
      '/.//x',
      '/x/..//y',
      '/%2F/x',
      '/%5Cx',
      '/%',
      '/x/../auth/sign-in',
      'reports',
    ],
  ])('leads home instead of to %s', (redirect) => {
    expect(returnTo({ redirect })).toBe('/')
  })

  it('keeps an address that neither the one of the sign-in nor a provider carries', () => {
    const long = `/analysis/explore?where=${'9'.repeat(5000)}`
    expect(rememberWayBack(long)).toEqual({})
    expect([returnTo({}), returnTo({ redirect: '/' }), carriedTo({})]).toEqual([long, long, '/'])
    expect(rememberWayBack('/reports/simple')).toEqual({ redirect: '/reports/simple' })
    expect(returnTo({})).toBe('/')
  })

  it('returns home without an address', () => {
    expect(returnTo({})).toBe('/')
  })
})
