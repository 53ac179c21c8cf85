// Switch of the comparison: previous month or same month of the previous year.
import { useNavigate } from '@tanstack/react-router'
import { COMPARISONS, comparedMonth } from '#contract/month.ts'
import { useCompare } from '#web/api/compare.ts'
import { useMonth } from '#web/api/month.ts'
import { shortMonth } from '#web/text/format.ts'
import { versus } from '#web/text/months.ts'
import { Segments } from '#web/ui/segments.tsx'
import { text } from '../text.ts'
import classes from './compare-switch.module.css'

export function CompareSwitch() {
  const month = useMonth()
  const compare = useCompare()
  const navigate = useNavigate()
  const choose = (next: string) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, compare: next === 'year' ? 'year' : undefined }),
      resetScroll: false,
    })
  return (
    <Segments
      className={classes.switch}
      size="xs"
      aria-label={text.compare}
      value={compare.compare ?? 'previous'}
      onChange={choose}
      data={COMPARISONS.map((value) => {
        const other = comparedMonth(month, value)
        return {
          value,
          label: (
            <span title={text.comparisons[value]}>
              <span className={classes.full}>{versus(other)}</span>
              <span className={classes.short}>{`vs ${shortMonth(other)}`}</span>
            </span>
          ),
        }
      })}
    />
  )
}
