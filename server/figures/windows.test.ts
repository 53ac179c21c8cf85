import { describe, expect, test } from 'vitest'
import type { Period, QuestionComparison } from '#contract/questions/question.ts'
import { type Clock, windowsOf } from './windows.ts'

const CLOCK: Clock = {
  now: '2026-05-20 12:00:00',
  runningUntil: '2026-05-20 11:30:10',
  latestMonth: '2026-04',
  firstMonth: '2024-11',
}

const asked = (period: Period | { from: string; to: string }, compare: QuestionComparison) => {
  const { current, compared } = windowsOf({ period, compare }, CLOCK)
  return [current.from, current.to, compared?.from, compared?.to, compared?.until]
}
const days = (from: string, to: string) => ({ from, to })

test.each<[Period, string, string]>([
  ['latest_month', '2026-04-01', '2026-04-30'],
  ['today', '2026-05-20', '2026-05-20'],
  ['yesterday', '2026-05-19', '2026-05-19'],
  ['this_week', '2026-05-18', '2026-05-24'],
  ['last_week', '2026-05-11', '2026-05-17'],
  ['last_7_days', '2026-05-13', '2026-05-19'],
  ['last_28_days', '2026-04-22', '2026-05-19'],
  ['last_90_days', '2026-02-19', '2026-05-19'],
  ['last_3_months', '2026-03-01', '2026-05-31'],
  ['last_24_months', '2024-06-01', '2026-05-31'],
  ['this_quarter', '2026-04-01', '2026-06-30'],
  ['this_month', '2026-05-01', '2026-05-31'],
  ['last_month', '2026-04-01', '2026-04-30'],
  ['last_12_months', '2025-06-01', '2026-05-31'],
  ['this_year', '2026-01-01', '2026-12-31'],
  ['all', '2024-11-01', '2026-05-20'],
])('the days of %s', (period, from, to) => {
  expect(asked(period, 'none')).toEqual([from, to, undefined, undefined, undefined])
})

describe('the compared days', () => {
  test.each<[QuestionComparison, string, string, string, string]>([
    ['previous', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['previous', '2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
    ['previous', '2026-03-10', '2026-03-16', '2026-03-03', '2026-03-09'],
    ['year', '2024-02-01', '2024-02-29', '2023-02-01', '2023-02-28'],
    ['year', '2024-02-20', '2024-02-29', '2023-02-20', '2023-02-28'],
    ['same_days', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
  ])('%s of %s to %s', (compare, from, to, first, last) => {
    expect(asked(days(from, to), compare)).toEqual([from, to, first, last, null])
  })

  test('go as far as a running month has come', () => {
    expect(asked('this_month', 'same_days').slice(2)).toEqual([
      '2026-04-01',
      '2026-04-20',
      '2026-04-20 11:30:10',
    ])
    expect(asked('this_month', 'same_days_year').slice(2)).toEqual([
      '2025-05-01',
      '2025-05-20',
      '2025-05-20 11:30:10',
    ])
    expect(asked('last_month', 'same_days_year').slice(2)).toEqual(['2025-04-01', '2025-04-30', null])
    const month = days('2026-05-01', '2026-05-31')
    expect(asked(month, 'previous').slice(2)).toEqual(['2026-04-01', '2026-04-30', null])
    expect(asked(days('2026-04-01', '2026-05-31'), 'same_days').slice(2)).toEqual([
      '2026-02-01',
      '2026-03-20',
      '2026-03-20 11:30:10',
    ])
  })

  test.each<[Period, QuestionComparison, string, string, string]>([
    ['today', 'previous', '2026-05-19', '2026-05-19', '2026-05-19 11:30:10'],
    ['this_week', 'previous', '2026-05-11', '2026-05-13', '2026-05-13 11:30:10'],
    ['this_week', 'year', '2025-05-19', '2025-05-21', '2025-05-21 11:30:10'],
    ['this_month', 'previous', '2026-04-01', '2026-04-20', '2026-04-20 11:30:10'],
    ['this_month', 'year', '2025-05-01', '2025-05-20', '2025-05-20 11:30:10'],
    ['last_3_months', 'previous', '2025-12-01', '2026-02-20', '2026-02-20 11:30:10'],
    ['this_quarter', 'previous', '2026-01-01', '2026-02-20', '2026-02-20 11:30:10'],
  ])('of %s, %s, go as far as it has come', (period, compare, ...compared) => {
    expect(asked(period, compare).slice(2)).toEqual(compared)
  })

  test('count a shorter month whole', () => {
    const late = { ...CLOCK, now: '2026-03-31 12:00:00', runningUntil: '2026-03-31 11:00:00' }
    expect(windowsOf({ period: 'this_month', compare: 'same_days' }, late).compared).toEqual({
      from: '2026-02-01',
      to: '2026-02-28',
      until: '2026-02-28 23:59:59',
    })
  })

  test('go as far as running days have come', () => {
    expect(asked(days('2026-05-15', '2026-05-24'), 'same_days').slice(2)).toEqual([
      '2026-05-05',
      '2026-05-10',
      '2026-05-10 11:30:10',
    ])
  })
})
