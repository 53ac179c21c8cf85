import { expect, test } from 'vitest'
import { measureOf } from '../questions/measures.ts'
import { GOAL_MEASURES } from './scopes.ts'

test('an amount with a goal tells what it is a sum over, except for costs', () => {
  const amounts = GOAL_MEASURES.filter((key) => ['money', 'units'].includes(measureOf(key).format))
  expect(amounts.filter((key) => measureOf(key).countedBy === undefined)).toEqual(['cost', 'margin'])
})
