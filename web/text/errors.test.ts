// What a failed call tells its reader.
import { expect, test } from 'vitest'
import { SUM_TOO_LARGE } from '#contract/large-order-limits.ts'
import { ApiError } from '#web/api/errors.ts'
import { errorText } from './errors.ts'

test('a sum that cannot be held is not blamed on somebody else', () => {
  expect(errorText(new ApiError(409, SUM_TOO_LARGE))).toBe(SUM_TOO_LARGE)
  expect(errorText(new ApiError(409, 'Someone else changed these goals since.'))).toBe(
    'Alguien más cambió estos datos al mismo tiempo.',
  )
})
