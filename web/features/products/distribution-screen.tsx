// Distribución: what part of the active distributors sells each product, segment or business, and who does.
import { useNavigate } from '@tanstack/react-router'
import {
  DISTRIBUTION_BY,
  DISTRIBUTION_BY_KEYS,
  type DistributionBy,
  distributionLists,
} from '#contract/lists/distribution.ts'
import { PROVINCE_LABELS, provinceLabel } from '#contract/value-labels.ts'
import { useMonths } from '#web/api/compare.ts'
import { SELLS, SellersLink } from '#web/shared/links/sellers-link.tsx'
import { listSource } from '#web/shared/lists/list.ts'
import { ListTable } from '#web/shared/lists/list-table.tsx'
import { cellText, integer, monthName } from '#web/text/format.ts'
import { SelectField } from '#web/ui/field.tsx'
import { Page } from '#web/ui/page.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { MOVES, Moves, queryOf, Sellers, type Shown, SOLD_BEFORE, WEIGHED } from './distribution-sellers.tsx'
import { text } from './distribution-text.ts'
import css from './products.module.css'

const DISTRIBUTION = listSource(distributionLists.distribution)
const BY_CHOICES = DISTRIBUTION_BY_KEYS.map((value) => ({ value, label: DISTRIBUTION_BY[value] }))
const PROVINCES = [
  { value: '', label: text.everyProvince },
  ...Object.entries(PROVINCE_LABELS).map(([value, label]) => ({ value, label })),
]

export default function DistributionScreen() {
  const [byParam] = useSearchParam('by')
  const [province] = useSearchParam('province')
  const [key] = useSearchParam('de')
  const [view] = useSearchParam('vista')
  const by = DISTRIBUTION_BY_KEYS.find((each) => each === byParam) ?? 'product'
  return (
    <Page>
      {key === null ? (
        <Distribution by={by} province={province} />
      ) : view === MOVES.vista ? (
        <Moves by={by} province={province} of={key} />
      ) : (
        <Sellers by={by} province={province} of={key} />
      )}
    </Page>
  )
}

interface Named {
  readonly key: string
  readonly name: string
}

const POINTS = { format: 'decimal2' } as const
const PERCENT = { format: 'percent2' } as const

function Distribution({ by, province }: Shown) {
  const { month, against, query } = useMonths()
  const navigate = useNavigate()
  // Page, order and filters of one view do not apply to another.
  const show = (next: Partial<Shown>) =>
    void navigate({
      to: '.',
      search: { month, by, province: province ?? undefined, ...next },
      resetScroll: false,
    })
  const sellers = ({ key, name }: Named, figure?: string, search?: Readonly<Record<string, string>>) => (
    <SellersLink
      {...{ of: key, name, by, province }}
      {...(search && { search })}
      {...(figure !== undefined && { children: figure })}
    />
  )
  return (
    <>
      <div className={css.choices} data-no-print>
        <Segments
          aria-label={text.by}
          data={BY_CHOICES}
          value={by}
          onChange={(next) => show({ by: next as DistributionBy })}
        />
        <SelectField
          low
          label={text.province}
          className={css.province}
          value={province ?? ''}
          data={PROVINCES}
          onChange={({ currentTarget }) => show({ province: currentTarget.value || null })}
        />
      </div>
      <ListTable
        {...DISTRIBUTION}
        id="distribution"
        title={text.title}
        subtitle={[
          `${text.note(monthName(month), by)}; puntos ${against}`,
          ...(province === null ? [] : [`${text.province}: ${provinceLabel(province)}`]),
        ].join(' · ')}
        empty={text.none(monthName(month))}
        query={{ ...query, ...queryOf({ by, province }) }}
        cells={{
          name: (row) => sellers(row),
          numeric_distribution: (row) => sellers(row, cellText(row.numeric_distribution, PERCENT), SELLS),
          numeric_points: (row) => sellers(row, cellText(row.numeric_points, POINTS), MOVES),
          weighted_distribution: (row) => sellers(row, cellText(row.weighted_distribution, PERCENT), WEIGHED),
          weighted_points: (row) => sellers(row, cellText(row.weighted_points, POINTS), MOVES),
          distributors: (row) => sellers(row, integer(row.distributors), SELLS),
          active_distributors: (row) => sellers(row, integer(row.active_distributors)),
          prev_distributors: (row) => sellers(row, integer(row.prev_distributors), SOLD_BEFORE),
        }}
      />
    </>
  )
}
