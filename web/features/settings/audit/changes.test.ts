import { describe, expect, it } from 'vitest'
import { changesText } from './changes.ts'

describe('changesText', () => {
  it('names fields, values and permissions in Spanish', () => {
    const changes = { role: ['admin', ''], permissions: [['export'], ['export', 'settings']] }
    expect(changesText(JSON.stringify(changes))).toBe(
      'rol: admin → nada; permisos: Exportar archivos → Exportar archivos, Configuración',
    )
  })

  it('shows only new values, months by name, and nothing for invalid JSON', () => {
    expect(changesText('{"values":[null,"2026-09"]}')).toBe('valor: septiembre 2026')
    expect(changesText('not json')).toBe('')
  })

  it('says from when to when in the time of the store', () => {
    const times = { from: [null, '2026-06-10T15:00:00.000Z'], to: [null, '2026-06-10T15:20:00.000Z'] }
    expect(changesText(JSON.stringify(times))).toBe('desde: 10/06/2026, 12:00; hasta: 10/06/2026, 12:20')
  })

  it('says why a file did not arrive', () => {
    const causes = ['connection', 'access', 'failure'].map((cause) =>
      changesText(JSON.stringify({ cause: [null, cause], bytes: [null, 10] })),
    )
    expect(causes).toEqual([
      'causa: se cortó la conexión; bytes: 10',
      'causa: perdió el acceso; bytes: 10',
      'causa: falló el servidor; bytes: 10',
    ])
  })
})
