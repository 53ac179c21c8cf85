// An incident ends once its figure has recovered by a part of the threshold, so that one near it does not end and begin each day.
import { expect, test } from 'vitest'
import type { AlertRule, Condition } from '#contract/alerts/rule.ts'
import { advance, type OpenIncidents } from './advance.ts'

const falls = { kind: 'falls', by: 30, unit: 'percent', over: 1, compare: 'usual' } as const
const rises = { ...falls, kind: 'rises' } as const

/** What happens on days with these values, beside a usual 100. */
function course(condition: Condition, values: readonly (number | null)[]): string[] {
  const rule: AlertRule = { measure: 'net_sale', by: null, where: [], condition, least: 0 }
  let open: OpenIncidents = new Map()
  return values.map((value, day) => {
    const readings = [['', { value, compared: 100, size: 100 }]] as const
    const step = advance(rule, open, { moment: `2026-05-${10 + day}`, isClosed: true, readings })
    open = step.open
    return step.changes.map(({ type }) => type).join()
  })
}

test.each<[string, Condition, (number | null)[], string[]]>([
  ['a fall of 30 %', falls, [70, 69, 75, null, 76], ['', 'start', '', '', 'end']],
  ['a rise of 30 %', rises, [130, 131, 125, 124], ['', 'start', '', 'end']],
  [
    'a figure below 100',
    { kind: 'below', value: 100, over: 1 },
    [100, 99, 104, 105],
    ['', 'start', '', 'end'],
  ],
  [
    'a figure above 100',
    { kind: 'above', value: 100, over: 1 },
    [100, 101, 96, 95],
    ['', 'start', '', 'end'],
  ],
])('%s ends beyond its threshold, and not where it cannot be computed', (_, condition, values, happens) => {
  expect(course(condition, values)).toEqual(happens)
})
