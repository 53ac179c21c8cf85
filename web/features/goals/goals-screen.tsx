// Metas: the pace of the month, the progress of every goal, and a table to edit the goals of the year.
import {
  GOAL_DIMENSIONS,
  GOAL_MEASURES,
  type GoalDimension,
  measureHas,
  readScope,
} from '#contract/goals/scopes.ts'
import { dimensionOf } from '#contract/questions/dimensions.ts'
import { type MeasureKey, measureOf } from '#contract/questions/measures.ts'
import { useMonth } from '#web/api/month.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { Select } from '#web/ui/field.tsx'
import { Page } from '#web/ui/page.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import css from './goals.module.css'
import { PacePanel } from './pace-panel.tsx'
import { ProgressPanel } from './progress-panel.tsx'
import { TablePanel } from './table-panel.tsx'
import { text } from './text.ts'

export default function GoalsScreen() {
  const user = useUser()
  const month = useMonth()
  const [measureParam, setMeasure] = useSearchParam('measure')
  const [byParam, setBy] = useSearchParam('by')
  const [scopeParam, setScope] = useSearchParam('scope')
  const measures = GOAL_MEASURES.filter((key) => mayUser(user, measureOf(key).permission))
  const measure: MeasureKey = measures.find((key) => key === measureParam) ?? 'net_sale'
  const dimensions = GOAL_DIMENSIONS.filter(
    (key) => measureHas(measure, key) && (key === 'all' || mayUser(user, dimensionOf(key).permission)),
  )
  const by: GoalDimension = dimensions.find((key) => key === byParam) ?? 'all'
  const scope = readScope(scopeParam ?? 'all')?.dimension === by ? (scopeParam ?? 'all') : 'all'
  const [dayParam, setDay] = useSearchParam('as_of')
  const asOf = dayParam?.startsWith(`${month}-`) ? dayParam : undefined
  const [yearParam, setYear] = useSearchParam('year')
  const own = Number(month.slice(0, 4))
  const years = [own - 1, own, own + 1]
  const year = years.find((each) => String(each) === yearParam) ?? own
  const asked = { measure, by, year }
  const isLimited = user.scope !== null
  const dimensionText = (key: GoalDimension) =>
    key === 'all' && isLimited ? text.ownDistributors : text.dimensions[key]
  return (
    <Page>
      <div className={css.bar} data-no-print>
        <Select
          aria-label={text.measure}
          data={measures.map((key) => ({ value: key, label: measureOf(key).title }))}
          value={measure}
          onChange={({ currentTarget: { value } }) => setMeasure(value === 'net_sale' ? null : value)}
        />
        <Segments
          aria-label={text.by}
          data={dimensions.map((key) => ({ value: key, label: dimensionText(key) }))}
          value={by}
          onChange={(value) => setBy(value === 'all' ? null : value)}
        />
      </div>
      <PacePanel
        measure={measure}
        month={month}
        scope={scope}
        asOf={asOf}
        onDay={setDay}
        onWhole={scope === 'all' ? undefined : () => setScope(null)}
      />
      {by === 'all' ? null : (
        <ProgressPanel {...{ measure, by, month, scope }} asOf={asOf} onPick={setScope} />
      )}
      <TablePanel
        key={`${measure} ${by}`}
        asked={asked}
        month={year === own ? Number(month.slice(5)) - 1 : 0}
        years={
          <Select
            low
            aria-label={text.year}
            data={years.map(String)}
            value={year}
            onChange={({ currentTarget: { value } }) => setYear(value === String(own) ? null : value)}
          />
        }
      />
    </Page>
  )
}
