// The distributors behind a row of the distribution: who sells it, and who gained or lost its points.
import {
  type DistributionBy,
  distributionLists,
  MOVE_STATE_KEYS,
  MOVE_STATES,
  type MoveState,
  SELLER_STATE_KEYS,
  SELLER_STATES,
} from '#contract/lists/distribution.ts'
import { keptValue } from '#contract/questions/filter.ts'
import { provinceLabel } from '#contract/value-labels.ts'
import { type AskedDays, useHasOrders, useMonths } from '#web/api/compare.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { ExploreLink } from '#web/shared/links/explore-link.tsx'
import { MonthLink } from '#web/shared/links/month-link.tsx'
import { ReportLink } from '#web/shared/links/report-link.tsx'
import { SELLS } from '#web/shared/links/sellers-link.tsx'
import { ViewChoice } from '#web/shared/links/view-choice.tsx'
import { listSource } from '#web/shared/lists/list.ts'
import { ListTable } from '#web/shared/lists/list-table.tsx'
import { lastSold } from '#web/shared/text.ts'
import { money, monthName, units } from '#web/text/format.ts'
import { noOrdersIn } from '#web/text/months.ts'
import { Segments } from '#web/ui/segments.tsx'
import shared from '#web/ui/shared.module.css'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { DistributionCourse } from './distribution-course.tsx'
import { text } from './distribution-text.ts'

const PATH = '/products-distribution'
const SELLERS = listSource(distributionLists.distributionSellers)
const POINTS = listSource(distributionLists.distributionMoves)

/** Search parameters of the lists behind the figures of a row. */
export const WEIGHED = { ...SELLS, orderBy: 'weight', order: 'DESC' }
export const MOVES = { vista: 'puntos' }
export const SOLD_BEFORE = { ...MOVES, situacion: 'before' satisfies MoveState }

const VIEWS = [
  { value: '', label: text.whoSells },
  { value: MOVES.vista, label: text.whoMoved },
]
const choicesOf = (labels: Readonly<Record<string, string>>) => [
  { value: '', label: text.everyState },
  ...Object.entries(labels).map(([value, label]) => ({ value, label })),
]
const STATE_CHOICES = choicesOf(SELLER_STATES)
const MOVE_CHOICES = choicesOf(MOVE_STATES)

export interface Shown {
  by: DistributionBy
  province: string | null
}

interface SellersProps extends Shown {
  /** Key of the row. */
  of: string
}

interface Sold {
  readonly dist_id: string
  readonly dist_name: string
}

export const queryOf = ({ by, province }: Shown) => ({ by, ...(province !== null && { province }) })

const placesOf = ({ province }: Shown) => (province === null ? [] : [keptValue('province', province)])

/** The class by which distributors count, below which a row of each opens; of all there are products. */
const CLASS_OF = { product: 'segment', segment: 'business', business: 'product' } as const

/** Cells of amounts at a distributor: what it sold of the row by day, and of all by the classes that weigh. */
function useCells(shown: SellersProps) {
  const { by, of } = shown
  const at = ({ dist_id }: Sold) => [keptValue('distributor', dist_id), ...placesOf(shown)]
  return {
    sold: (days: AskedDays, row: Sold, figure: string) => (
      <ExploreLink
        asked={{ measures: 'net_sale,units', grain: 'day', ...days }}
        where={[keptValue(by, of), ...at(row)]}
        label={text.seeDays(row.dist_name)}
      >
        {figure}
      </ExploreLink>
    ),
    weighs: (days: AskedDays, row: Sold, figure: string) => (
      <ExploreLink
        asked={{ measures: 'net_sale', by: CLASS_OF[by], ...days }}
        where={at(row)}
        label={text.seeWeight[by](row.dist_name)}
      >
        {figure}
      </ExploreLink>
    ),
  }
}

/** The words above both lists. */
function useHead({ by, province, of }: SellersProps) {
  const [name] = useSearchParam('nombre')
  const named = { de: of, ...(name !== null && { nombre: name }) }
  const place = province === null ? null : provinceLabel(province)
  return {
    name: name ?? of,
    place,
    views: (
      <ViewChoice
        param="vista"
        label={text.views}
        views={VIEWS}
        keep={{ ...queryOf({ by, province }), ...named }}
      />
    ),
    back: (
      <MonthLink className={shared.textLink} to={PATH} search={queryOf({ by, province })}>
        {text.back}
      </MonthLink>
    ),
  }
}

interface StatesProps {
  choices: typeof STATE_CHOICES
  state: string | undefined
  onChoose: (next: string | null) => void
}

const States = ({ choices, state, onChoose }: StatesProps) => (
  <div data-no-print>
    <Segments
      aria-label={text.states}
      size="xs"
      data={choices}
      value={state ?? ''}
      onChange={(next) => onChoose(next || null)}
    />
  </div>
)

const distributor = ({ dist_id, dist_name }: Sold) => <ReportLink distId={dist_id}>{dist_name}</ReportLink>

export function Sellers(shown: SellersProps) {
  const { by, province, of } = shown
  const { month, days } = useMonths()
  const mayAsk = mayUser(useUser(), 'view:scorecard')
  const [stateParam, setState] = useSearchParam('situacion', { step: true })
  const state = SELLER_STATE_KEYS.find((each) => each === stateParam)
  const { name, place, views, back } = useHead(shown)
  const { sold, weighs } = useCells(shown)
  return (
    <>
      {views}
      <States choices={STATE_CHOICES} state={state} onChoose={setState} />
      <ListTable
        {...SELLERS}
        id="distribution-sellers"
        title={text.sellers(name)}
        subtitle={
          <>
            {text.sellersNote(monthName(month), place, by)} · {back}
          </>
        }
        empty={state === undefined ? text.noneActive(monthName(month)) : undefined}
        month={month}
        params={{ key: of }}
        query={{ ...queryOf(shown), ...(state && { state }) }}
        cells={{
          dist_name: distributor,
          total_amount: (row) =>
            row.total_amount === 0 && row.units_sold === 0
              ? money(0)
              : sold(days, row, money(row.total_amount)),
          units_sold: (row) =>
            row.total_amount === 0 && row.units_sold === 0
              ? units(0)
              : sold(days, row, units(row.units_sold)),
          weight: (row) => (row.weight === 0 ? money(0) : weighs(days, row, money(row.weight))),
          last_sold: ({ last_sold }) => lastSold(last_sold),
        }}
      />
      {mayAsk ? <DistributionCourse by={by} province={province} of={of} name={name} /> : null}
    </>
  )
}

export function Moves(shown: SellersProps) {
  const { of } = shown
  const { month, days, compared, comparedDays, against, query } = useMonths()
  const hasBefore = useHasOrders(compared)
  const [stateParam, setState] = useSearchParam('situacion', { step: true })
  const state = MOVE_STATE_KEYS.find((each) => each === stateParam)
  const { name, place, views, back } = useHead(shown)
  const { sold, weighs } = useCells(shown)
  const before = (amount: number, cell: typeof sold) => (row: Sold) =>
    amount === 0 ? money(amount) : cell(comparedDays, row, money(amount))
  return (
    <>
      {views}
      <States choices={MOVE_CHOICES} state={state} onChoose={setState} />
      <ListTable
        {...POINTS}
        id="distribution-moves"
        title={text.moves(name)}
        subtitle={
          <>
            {hasBefore
              ? text.movesNote(monthName(month), against, place)
              : `${noOrdersIn({ month: compared })}${text.noPoints}`}{' '}
            · {back}
          </>
        }
        empty={text.noMoves}
        params={{ key: of }}
        query={{ ...query, ...queryOf(shown), ...(state && { state }) }}
        cells={{
          dist_name: distributor,
          total_amount: (row) =>
            row.total_amount === 0 ? money(0) : sold(days, row, money(row.total_amount)),
          weight: (row) => (row.weight === 0 ? money(0) : weighs(days, row, money(row.weight))),
          prev_amount: (row) => before(row.prev_amount, sold)(row),
          prev_weight: (row) => before(row.prev_weight, weighs)(row),
        }}
      />
    </>
  )
}
