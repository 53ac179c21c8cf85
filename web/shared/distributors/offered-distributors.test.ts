import { describe, expect, it } from 'vitest'
import { offeredDistributors } from './offered-distributors.ts'

describe('offeredDistributors', () => {
  const known = [
    { dist_id: '1', dist_name: 'Ávila' },
    { dist_id: '2', dist_name: 'Bravo' },
    { dist_id: '3', dist_name: 'Castro' },
  ]
  const ids = (chosen: string[], before: string[], typed = '') =>
    offeredDistributors(known, chosen, before, typed).map(({ dist_id }) => dist_id)

  it('lists unknown ones first, then those selected when the form opened', () => {
    expect(ids(['9', '3'], ['9', '3'])).toEqual(['9', '3', '1', '2'])
  })

  it('keeps the order while distributors are toggled', () => {
    expect(ids(['1', '2'], ['3'])).toEqual(['3', '1', '2'])
  })

  it('matches names without accents, and ids', () => {
    expect(ids([], [], ' AVI')).toEqual(['1'])
    expect(ids([], [], '3')).toEqual(['3'])
    expect(ids([], [], 'zzz')).toEqual([])
  })
})
