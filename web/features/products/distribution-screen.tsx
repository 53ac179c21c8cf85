// Distribución: what part of the active distributors sells each product, segment or business, and who does.
import { useNavigate } from '@tanstack/react-router'
import {
  DISTRIBUTION_BY,
  DISTRIBUTION_BY_KEYS,
  type DistributionBy,
  distributionLists,
  SELLER_STATE_KEYS,
  SELLER_STATES,
  type SellerState,
} from '#contract/lists/distribution.ts'
import { monthBounds } from '#contract/month.ts'
import { keptValue } from '#contract/questions/filter.ts'
import { PROVINCE_LABELS, provinceLabel } from '#contract/value-labels.ts'
import { useMonths } from '#web/api/compare.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { useExplorePath } from '#web/shared/links/explore-path.ts'
import { MonthLink } from '#web/shared/links/month-link.tsx'
import { ReportLink } from '#web/shared/links/report-link.tsx'
import { SellersLink } from '#web/shared/links/sellers-link.tsx'
import { listSource } from '#web/shared/lists/list.ts'
import { ListTable } from '#web/shared/lists/list-table.tsx'
import { lastSold } from '#web/shared/text.ts'
import { cellText, integer, money, monthName, units } from '#web/text/format.ts'
import { SelectField } from '#web/ui/field.tsx'
import { PageLink } from '#web/ui/links.tsx'
import { Page } from '#web/ui/page.tsx'
import { Segments } from '#web/ui/segments.tsx'
import shared from '#web/ui/shared.module.css'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { DistributionCourse } from './distribution-course.tsx'
import { text } from './distribution-text.ts'
import css from './products.module.css'

const PATH = '/products-distribution'
const DISTRIBUTION = listSource(distributionLists.distribution)
const SELLERS = listSource(distributionLists.distributionSellers)
const BY_CHOICES = DISTRIBUTION_BY_KEYS.map((value) => ({ value, label: DISTRIBUTION_BY[value] }))
const STATE_CHOICES = [
  { value: '', label: text.everyState },
  ...SELLER_STATE_KEYS.map((value) => ({ value, label: SELLER_STATES[value] })),
]
const PROVINCES = [
  { value: '', label: text.everyProvince },
  ...Object.entries(PROVINCE_LABELS).map(([value, label]) => ({ value, label })),
]

export default function DistributionScreen() {
  const [byParam] = useSearchParam('by')
  const [province] = useSearchParam('province')
  const [key] = useSearchParam('de')
  const by = DISTRIBUTION_BY_KEYS.find((each) => each === byParam) ?? 'product'
  return (
    <Page>
      {key === null ? (
        <Distribution by={by} province={province} />
      ) : (
        <Sellers by={by} province={province} of={key} />
      )}
    </Page>
  )
}

const SELLS = { situacion: 'sells' satisfies SellerState }

interface Named {
  readonly key: string
  readonly name: string
}

interface Sold {
  readonly dist_id: string
  readonly total_amount: number
  readonly units_sold: number
}

interface Shown {
  by: DistributionBy
  province: string | null
}

const queryOf = ({ by, province }: Shown) => ({ by, ...(province !== null && { province }) })

function Distribution({ by, province }: Shown) {
  const { month, compared, sameDays, against, query } = useMonths()
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
          numeric_distribution: (row) =>
            sellers(row, cellText(row.numeric_distribution, { format: 'percent2' }), SELLS),
          distributors: (row) => sellers(row, integer(row.distributors), SELLS),
          active_distributors: (row) => sellers(row, integer(row.active_distributors)),
          // Those of the same days are no list.
          prev_distributors: (row) =>
            sameDays
              ? integer(row.prev_distributors)
              : sellers(row, integer(row.prev_distributors), { ...SELLS, month: compared }),
        }}
      />
    </>
  )
}

function Sellers({ by, province, of }: Shown & { of: string }) {
  const { month } = useMonths()
  const mayAsk = mayUser(useUser(), 'view:scorecard')
  const [name] = useSearchParam('nombre')
  const [stateParam, setState] = useSearchParam('situacion', { step: true })
  const state = SELLER_STATE_KEYS.find((each) => each === stateParam)
  const place = province === null ? null : provinceLabel(province)
  const explorePath = useExplorePath()
  const { from_date: from, to_date: to } = monthBounds(month)
  /** Opens the days that add up to the figure of a distributor. */
  const sales = ({ dist_id, total_amount, units_sold }: Sold, figure: string) => {
    if (total_amount === 0 && units_sold === 0) return figure
    const places = province === null ? [] : [keptValue('province', province)]
    const where = [keptValue(by, of), keptValue('distributor', dist_id), ...places]
    const href = explorePath({ measures: 'net_sale,units', grain: 'day', from, to }, where)
    return href ? <PageLink href={href}>{figure}</PageLink> : figure
  }
  return (
    <>
      <div data-no-print>
        <Segments
          aria-label={text.states}
          data={STATE_CHOICES}
          value={state ?? ''}
          onChange={(next) => setState(next || null)}
        />
      </div>
      <ListTable
        {...SELLERS}
        id="distribution-sellers"
        title={text.sellers(name ?? of)}
        subtitle={
          <>
            {text.sellersNote(monthName(month), place)} ·{' '}
            <MonthLink
              className={shared.textLink}
              to={PATH}
              search={{ by, ...(province !== null && { province }) }}
            >
              {text.back}
            </MonthLink>
          </>
        }
        month={month}
        params={{ key: of }}
        query={{ ...queryOf({ by, province }), ...(state && { state }) }}
        cells={{
          dist_name: ({ dist_id, dist_name }) => <ReportLink distId={dist_id}>{dist_name}</ReportLink>,
          total_amount: (row) => sales(row, money(row.total_amount)),
          units_sold: (row) => sales(row, units(row.units_sold)),
          last_sold: ({ last_sold }) => lastSold(last_sold),
        }}
      />
      {mayAsk ? <DistributionCourse by={by} province={province} of={of} name={name ?? of} /> : null}
    </>
  )
}
