// What the cards are compared with, kept in the address: the month before, or the same month of the year before.
// Touches the router, contract and this feature.
import { SegmentedControl } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { addMonths, type Month } from '#contract/month.ts'
import { text } from './text.ts'

export type Compare = 'previous' | 'year'

export const comparedMonth = (month: Month, compare: Compare): Month =>
  addMonths(month, compare === 'year' ? -12 : -1)

export function useCompare(): Compare {
  const search: object = useSearch({ strict: false })
  return 'compare' in search && search.compare === 'year' ? 'year' : 'previous'
}

export function CompareSwitch({ value }: { value: Compare }) {
  const navigate = useNavigate()
  const choose = (next: string) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, compare: next === 'year' ? 'year' : undefined }),
      resetScroll: false,
    })
  return (
    <div style={{ display: 'flex', justifyContent: 'flex-end' }} data-no-print>
      <SegmentedControl
        size="xs"
        aria-label={text.compare}
        value={value}
        onChange={choose}
        data={[
          { value: 'previous', label: text.comparePrevious },
          { value: 'year', label: text.compareYear },
        ]}
      />
    </div>
  )
}
