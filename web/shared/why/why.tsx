// The button around a change that opens the panel Por qué.
import { useLocation, useRouter } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import type { Month } from '#contract/month.ts'
import type { Permission } from '#contract/permissions.ts'
import { mayUser, type SessionUser, useUser } from '#web/api/session.ts'
import { ChangeBadge } from '#web/ui/change-badge.tsx'
import { whyText as text } from '../text.ts'
import css from './why.module.css'
import { type WhyQuestion, whyParam } from './why-address.ts'

/** Permissions of measures and dimensions by name, without loading the catalogue; the others need only the first one. */
const NEEDS: readonly (readonly [RegExp, Permission])[] = [
  [/^/, 'view:scorecard'],
  [/^(distributor|days_to_complete|on_time_rate)$/, 'view:distributors'],
  [/^(business|segment|product|parent_product|(numeric|weighted)_distribution)$/, 'view:products'],
  [/^(benefit_|promotion$)/, 'view:benefits'],
  [/^(cost|cost_coverage|margin|margin_rate)$/, 'view:costs'],
  [/^customer$/, 'view:customers'],
  [/^customer$/, 'personal-data'],
]

export const mayAskWhy = (user: SessionUser, { measure, where = [] }: WhyQuestion): boolean =>
  NEEDS.every(
    ([name, permission]) =>
      mayUser(user, permission) ||
      ![measure, ...where.map(({ dimension }) => dimension)].some((key) => name.test(key)),
  )

/** The address of the screen with the question; null if there is none. */
export function useWhyHref(): (of: WhyQuestion | undefined) => string | null {
  const user = useUser()
  const { stringifySearch } = useRouter().options
  const { pathname, search } = useLocation()
  return (of) =>
    of && mayAskWhy(user, of) ? `${pathname}${stringifySearch({ ...search, why: whyParam(of) })}` : null
}

interface WhyProps {
  /** Undefined if the figure cannot be explained. */
  of: WhyQuestion | undefined
  children: ReactNode
}

/** Opens the explanation of a figure, for `month` or the one on screen; undefined if the user may not ask. */
export function useAskWhy(): (of: WhyQuestion | undefined, month?: Month) => (() => void) | undefined {
  const user = useUser()
  const router = useRouter()
  return (of, month) =>
    of && mayAskWhy(user, of)
      ? () =>
          void router.navigate({
            to: '.',
            search: (before: object) => ({ ...before, ...(month && { month }), why: whyParam(of) }),
            resetScroll: false,
          })
      : undefined
}

export function Why({ of, children }: WhyProps) {
  const ask = useAskWhy()(of)
  if (!ask) return children
  return (
    <button type="button" className={css.why} title={text.open} onClick={ask}>
      {children}
    </button>
  )
}

/** A change that opens its explanation. */
export const WhyBadge = ({ of, ...badge }: Pick<WhyProps, 'of'> & ComponentProps<typeof ChangeBadge>) => (
  <Why of={of}>
    <ChangeBadge {...badge} />
  </Why>
)
