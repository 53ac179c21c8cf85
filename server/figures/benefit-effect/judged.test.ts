import { expect, test } from 'vitest'
import { withBudget } from '#server/store/cancellation.ts'
import { judged } from './benefits.ts'
import { chosen } from './compared.ts'
import type { Trial } from './trials.ts'

const trial = (buyer: string, uses: boolean): Trial => ({
  ...{ order_id: 1, buyer, day: 1, uses, province: 'SALTA', company: '', recency: null, known: 0 },
  ...{ ordersBefore: 0, netBefore: 0, ordersYear: 0, netYear: 0, netAfter: 10, netLater: 0 },
})

test('a caller whose budget is spent does not end the comparison for the next one', async () => {
  const { controls, ...compared } = chosen(
    Array.from({ length: 60 }, (_, index) => trial(`${index}`, index < 20)),
  )
  const kept = { ...compared, controls: { count: controls.length, every: () => controls } }
  const spent = withBudget({ milliseconds: Number.POSITIVE_INFINITY, steps: 1 }, undefined, () =>
    judged(kept),
  )
  await expect(spent).rejects.toMatchObject({ code: 'timeout' })
  expect((await judged(kept)).verdict).toBe('no se nota')
})
