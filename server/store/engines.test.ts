import { beforeAll, expect, it } from 'vitest'
import { describeEngines } from '#test/engines.ts'
import { sql } from './sql.ts'
import type { Store } from './store.ts'

describeEngines('engines', (engine) => {
  let store: Store
  beforeAll(async () => {
    store = await engine.open()
  })
  it('adds', async () => {
    expect(await store.all(sql`select ${1} + 1 as two, folded(${'ÑandÚ'}) as f`)).toEqual([
      { two: 2, f: 'nandu' },
    ])
  })
})
