// Why the distributor's net sale changed, in two sentences, with its place among the others.
import { useLocation, useRouter } from '@tanstack/react-router'
import type { DistributorProfile } from '#contract/profile.ts'
import { useMonths } from '#web/api/compare.ts'
import { useMonth } from '#web/api/month.ts'
import { useIsOver } from '#web/shared/goals/goal-progress.ts'
import { MonthLink } from '#web/shared/links/month-link.tsx'
import { SentenceText } from '#web/shared/why/sentences.tsx'
import { whyParam, withPreparing } from '#web/shared/why/why-address.ts'
import { integer, money, monthName, percent, shortMoney } from '#web/text/format.ts'
import { noOrdersIn } from '#web/text/months.ts'
import { followLink } from '#web/ui/links.tsx'
import { AsyncPanel } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import css from './profile.module.css'
import type { ProfileState } from './profile-state.ts'
import { text } from './profile-text.ts'
import { whyOfDistributor } from './why.ts'

export function ProfileWhy({ state }: { state: ProfileState }) {
  const { month, against } = useMonths()
  return (
    <AsyncPanel
      title={text.why}
      subtitle={text.whyOf(monthName(month), against)}
      state={state}
      height={96}
      isEmpty={({ data }) => data.main_month.orders === 0 && (data.why ?? []).length === 0}
      empty={noOrdersIn({ month, distributor: state.data?.data.dist_name ?? '' })}
    >
      {({ data }) => (
        <>
          <Sentences profile={data} />
          <Place profile={data} />
        </>
      )}
    </AsyncPanel>
  )
}

function Sentences({ profile: { dist_id, why } }: { profile: DistributorProfile }) {
  const router = useRouter()
  const { pathname, search } = useLocation()
  const { sameDays } = useMonths()
  if (why === null) return <p className={shared.quiet}>{text.noReason}</p>
  const of = sameDays ? withPreparing(whyOfDistributor(dist_id)) : whyOfDistributor(dist_id)
  const hrefOf = (where: string | null) => {
    const why = new URLSearchParams(whyParam(of))
    if (where !== null) why.append('where', where)
    return `${pathname}${router.options.stringifySearch({ ...search, why: why.toString() })}`
  }
  return (
    <div className={css.why}>
      {why.map((sentence) => (
        <p key={sentence.text}>
          <SentenceText
            sentence={sentence}
            link={({ text: number, where }) => (
              <a
                className={css.number}
                href={hrefOf(where)}
                title={text.openWhy}
                onClick={(event) =>
                  followLink(event, () => router.navigate({ href: hrefOf(where), resetScroll: false }))
                }
              >
                {number}
              </a>
            )}
          />
        </p>
      ))}
    </div>
  )
}

function Place({ profile: { rank, ranked, share, goal } }: { profile: DistributorProfile }) {
  const { forecast, low, high } = goal ?? {}
  const isOver = useIsOver(useMonth())
  return (
    <p className={css.place}>
      <MonthLink className={shared.link} to="/distributors/distributors-overview" title={text.place}>
        {rank === null ? text.notRanked(ranked) : text.rank(integer(rank), integer(ranked))}
      </MonthLink>
      <MonthLink className={shared.link} to="/distributors/distributors-overview" title={text.place}>
        {text.share(percent(share, 2))}
      </MonthLink>
      {goal && !isOver(goal) && forecast != null && low != null && high != null ? (
        <MonthLink
          className={shared.link}
          to="/analysis/goals"
          search={{ by: 'distributor' }}
          title={money(forecast)}
        >
          {text.monthEnd(shortMoney(forecast), shortMoney(low), shortMoney(high))}
        </MonthLink>
      ) : null}
    </p>
  )
}
