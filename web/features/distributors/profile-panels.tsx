// The panels of the Ficha: customers, products, service, losses, benefits and costs.
import { useLocation, useRouter } from '@tanstack/react-router'
import { column } from '#contract/columns.ts'
import { PROFILE_MONTHS_BEFORE } from '#contract/lists/profile.ts'
import { addMonths, monthBounds } from '#contract/month.ts'
import type { DistributorProfile } from '#contract/profile.ts'
import { type Filter, keptValue } from '#contract/questions/filter.ts'
import { useMonths, useRunningMonth } from '#web/api/compare.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { useExplorePath } from '#web/shared/links/explore-path.ts'
import { Why } from '#web/shared/why/why.tsx'
import { cellText, integer, money, monthName, percent } from '#web/text/format.ts'
import { Change } from '#web/ui/change-badge.tsx'
import { PageLink } from '#web/ui/links.tsx'
import { AsyncPanel } from '#web/ui/page.tsx'
import { ViewAsTable } from '#web/ui/view-as-table.tsx'
import css from './profile.module.css'
import { type ProfileFact, ProfileFacts } from './profile-facts.tsx'
import { LIST } from './profile-list.tsx'
import type { ProfileState } from './profile-state.ts'
import { monthsSpan, text } from './profile-text.ts'
import { whyOfDistributor } from './why.ts'

export interface PanelProps {
  state: ProfileState
}

export const HEIGHT = 76
const NONE = '–'

/** Addresses of the rows behind figures; undefined where the role may not open them. */
function useLinks({ dist_id: distId, dist_name: name }: DistributorProfile) {
  const user = useUser()
  const { month } = useMonths()
  const explorePath = useExplorePath()
  const { pathname, search } = useLocation()
  const { stringifySearch } = useRouter().options
  const { from_date: from, to_date: to } = monthBounds(month)
  const service = (view: Readonly<Record<string, string>>) =>
    `/distributors/service?${new URLSearchParams({ month, ...view, distribuidor: distId, nombre: name })}`
  return {
    list: (list: keyof typeof text.lists) =>
      mayUser(user, list in PEOPLE ? 'view:customers' : 'view:products')
        ? `${pathname}${stringifySearch({ ...search, [LIST]: list })}`
        : undefined,
    orders: (status: string) =>
      mayUser(user, 'view:orders')
        ? `/customers-orders?${new URLSearchParams({ month, status, dist: distId, counted: '1' })}`
        : undefined,
    /** Orders of the month that ended. */
    ended: (estado: 'wc-completed' | 'wc-cancelled') =>
      mayUser(user, 'view:orders') ? service({ vista: 'terminadas', estado }) : undefined,
    open: service({ vista: 'abiertas' }),
    explore: (measures: string, by: string, where: readonly Filter[] = []) =>
      explorePath({ measures, by, from, to }, [keptValue('distributor', distId), ...where]),
  }
}

const PEOPLE = { active: true, new: true, lost: true }

const before = (month: string) => monthsSpan(addMonths(month, -PROFILE_MONTHS_BEFORE), addMonths(month, -1))

export function CustomersPanel({ state }: PanelProps) {
  const { month } = useMonths()
  const isRunning = useRunningMonth(month) !== undefined
  return (
    <AsyncPanel
      title={text.customers}
      subtitle={text.customersOf(before(month), monthName(month), isRunning)}
      state={state}
      height={HEIGHT}
      updatedAt={null}
    >
      {({ data }) => <Customers profile={data} />}
    </AsyncPanel>
  )
}

interface PartProps {
  profile: DistributorProfile
}

function Customers({ profile }: PartProps) {
  const { main_month, prev_month, dist_id, lost_customers } = profile
  const { list, orders } = useLinks(profile)
  const where = whyOfDistributor(dist_id).where ?? []
  return (
    <ProfileFacts
      facts={[
        {
          label: text.active,
          value: integer(main_month.buyers),
          href: list('active') ?? orders('wc-completed'),
          change: (
            <Why of={{ measure: 'buyers', where }}>
              <Change now={main_month.buyers} before={prev_month.buyers} />
            </Why>
          ),
        },
        {
          label: text.newcomers,
          value: integer(main_month.new_buyers),
          href: list('new'),
          change: (
            <Why of={{ measure: 'new_buyers', where }}>
              <Change now={main_month.new_buyers} before={prev_month.new_buyers} />
            </Why>
          ),
        },
        { label: text.lost, value: integer(lost_customers), href: list('lost') },
      ]}
    />
  )
}

export function ProductsPanel({ state }: PanelProps) {
  const { month } = useMonths()
  return (
    <AsyncPanel title={text.products} subtitle={text.productsOf(before(month))} state={state} height={HEIGHT}>
      {({ data }) => <Products profile={data} />}
    </AsyncPanel>
  )
}

function Products({ profile }: PartProps) {
  const { products, distribution } = profile
  const { list } = useLinks(profile)
  if (!products) return null
  const common: ProfileFact[] = distribution
    ? [
        {
          label: text.common,
          value:
            distribution.common === 0
              ? NONE
              : text.of(integer(distribution.common_sold), integer(distribution.common)),
          href: list('common'),
          note:
            distribution.common === 0
              ? text.noCommon(distribution.active_distributors)
              : text.commonNote(distribution.active_distributors),
        },
      ]
    : []
  return (
    <ProfileFacts
      facts={[
        { label: text.sold, value: integer(products.sold), href: list('sold') },
        {
          label: text.gained,
          value: integer(products.gained),
          href: list('gained'),
          note: text.inMonth(money(products.gained_net)),
        },
        {
          label: text.lostProducts,
          value: integer(products.lost),
          href: list('lost-products'),
          note: text.before(money(products.lost_net)),
        },
        ...common,
      ]}
    />
  )
}

export function ServicePanel({ state }: PanelProps) {
  const { month } = useMonths()
  return (
    <AsyncPanel
      title={text.service}
      subtitle={text.serviceOf(monthName(month))}
      state={state}
      height={HEIGHT}
      updatedAt={null}
      isEmpty={({ data }) => data.service === null}
      empty={text.none}
    >
      {({ data }) => <Service profile={data} />}
    </AsyncPanel>
  )
}

const days = (value: number | null) => cellText(value, { format: 'decimal2' }) || NONE

function Service({ profile }: PartProps) {
  const { service } = profile
  const { ended, open } = useLinks(profile)
  if (!service) return null
  const { median_days, p90_days, on_time_rate, open_orders, oldest_days } = service
  return (
    <ProfileFacts
      facts={[
        {
          label: text.medianDays,
          value: days(median_days),
          href: ended('wc-completed'),
          note: p90_days === null ? undefined : text.p90(days(p90_days)),
        },
        {
          label: text.onTime,
          value: on_time_rate === null ? NONE : percent(on_time_rate, 2),
          href: ended('wc-completed'),
        },
        {
          label: text.open,
          value: integer(open_orders),
          href: open,
          note: oldest_days === null ? undefined : text.oldest(days(oldest_days)),
        },
      ]}
    />
  )
}

export function LossesPanel({ state }: PanelProps) {
  const { month } = useMonths()
  return (
    <AsyncPanel
      title={text.losses}
      subtitle={text.lossesOf(monthName(month))}
      state={state}
      height={HEIGHT}
      updatedAt={null}
    >
      {({ data }) => <Losses profile={data} />}
    </AsyncPanel>
  )
}

function Losses({ profile }: PartProps) {
  const { main_month, prev_month, dist_id } = profile
  const { ended, explore } = useLinks(profile)
  const where = whyOfDistributor(dist_id).where ?? []
  const change = (measure: 'cancelled_orders' | 'refunded') => (
    <Why of={{ measure, where }}>
      <Change now={main_month[measure]} before={prev_month[measure]} growth="bad" />
    </Why>
  )
  return (
    <ProfileFacts
      facts={[
        {
          label: text.cancelled,
          value: integer(main_month.cancelled_orders),
          href: ended('wc-cancelled'),
          change: change('cancelled_orders'),
          note: money(main_month.cancelled_amount),
        },
        {
          label: text.cancelRate,
          value: main_month.cancel_rate === null ? NONE : percent(main_month.cancel_rate, 2),
          href: ended('wc-cancelled'),
        },
        {
          label: text.refunded,
          value: money(main_month.refunded),
          href: explore('refunded,refund_rate', 'product'),
          change: change('refunded'),
          note:
            main_month.refund_rate === null ? undefined : text.refundRate(percent(main_month.refund_rate, 2)),
        },
      ]}
    />
  )
}

type Group = NonNullable<DistributorProfile['benefits']>['groups'][number]

const BENEFITS = 'benefit_amount,benefit_uses'
const GROUPS = [
  column('label', text.group),
  column('benefit_amount', text.amount, 'money'),
  column('benefit_uses', text.uses, 'integer'),
]

export const BenefitsPanel = ({ state }: PanelProps) => (
  <AsyncPanel
    title={text.benefits}
    subtitle={text.benefitsOf}
    state={state}
    height={HEIGHT}
    updatedAt={null}
    isEmpty={({ data }) => (data.benefits?.groups ?? []).length === 0}
    empty={text.none}
  >
    {({ data }) => <Benefits profile={data} />}
  </AsyncPanel>
)

function Benefits({ profile }: PartProps) {
  const { benefits, dist_id } = profile
  const { explore } = useLinks(profile)
  if (!benefits) return null
  const where = whyOfDistributor(dist_id).where ?? []
  const { main_month, prev_month, groups } = benefits
  const href = explore(BENEFITS, 'benefit_group')
  const ofGroup = ({ key, label }: Group, figure: string) => {
    const promotions = explore(BENEFITS, 'promotion', [keptValue('benefit_group', key)])
    return promotions ? (
      <PageLink href={promotions} label={text.open_(label, figure)}>
        {figure}
      </PageLink>
    ) : (
      figure
    )
  }
  return (
    <>
      <ProfileFacts
        facts={[
          {
            label: text.amount,
            value: money(main_month.benefit_amount),
            href,
            change: (
              <Why of={{ measure: 'benefit_amount', where }}>
                <Change now={main_month.benefit_amount} before={prev_month.benefit_amount} growth="neither" />
              </Why>
            ),
          },
          { label: text.uses, value: integer(main_month.benefit_uses), href },
        ]}
      />
      <div className={css.below}>
        <ViewAsTable
          caption={text.benefits}
          columns={GROUPS}
          rows={groups}
          cells={{
            benefit_amount: (row) => ofGroup(row, money(row.benefit_amount)),
            benefit_uses: (row) => ofGroup(row, integer(row.benefit_uses)),
          }}
        />
      </div>
    </>
  )
}

export const CostsPanel = ({ state }: PanelProps) => (
  <AsyncPanel
    title={text.costs}
    subtitle={text.costsOf}
    state={state}
    height={HEIGHT}
    updatedAt={null}
    isEmpty={({ data }) => (data.costs?.main_month.margin ?? null) === null}
    empty={text.noCosts}
  >
    {({ data }) => <Costs profile={data} />}
  </AsyncPanel>
)

function Costs({ profile }: PartProps) {
  const { costs, dist_id } = profile
  const { explore } = useLinks(profile)
  if (!costs) return null
  const where = whyOfDistributor(dist_id).where ?? []
  const { margin, margin_rate, cost, cost_coverage } = costs.main_month
  const href = explore('margin,margin_rate,cost,cost_coverage', 'product')
  const rate = (value: number | null) => (value === null ? NONE : percent(value, 2))
  return (
    <ProfileFacts
      facts={[
        {
          label: text.margin,
          value: money(margin ?? 0),
          href,
          change:
            costs.prev_month.margin === null ? undefined : (
              <Why of={{ measure: 'margin', where }}>
                <Change now={margin ?? 0} before={costs.prev_month.margin} />
              </Why>
            ),
          note: text.covered(rate(cost_coverage)),
        },
        {
          label: text.marginRate,
          value: rate(margin_rate),
          href,
          note:
            costs.prev_month.margin_rate === null
              ? undefined
              : text.rateBefore(rate(costs.prev_month.margin_rate)),
        },
        { label: text.cost, value: money(cost ?? 0), href },
      ]}
    />
  )
}
