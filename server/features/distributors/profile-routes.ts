// The Ficha of a distributor, and the lists behind its figures.

import type { Endpoint } from '#contract/endpoint.ts'
import { PROFILE_MONTHS_BEFORE } from '#contract/lists/profile.ts'
import { lastMonths, type Month } from '#contract/month.ts'
import { distributorProfile, profileCalls } from '#contract/profile.ts'
import { TooManyRows } from '#server/figures/answer.ts'
import { NOTES_VERSION } from '#server/forecast/corrections.ts'
import { GOALS_VERSION } from '#server/forecast/stored-goals.ts'
import type { App } from '#server/http/app.ts'
import { computedListRoute } from '#server/http/computed-list.ts'
import { badRequest } from '#server/http/errors.ts'
import { type MonthCall, monthRoute } from '#server/http/month-route.ts'
import { EVERY_MONTH } from '#server/http/send-json.ts'
import type { Reads } from '#server/store/store.ts'
import { profileOf } from './profile.ts'
import { type ProfileAsked, profileCustomers, profileProducts } from './profile-rows.ts'
import { distributor } from './queries.ts'

/** Earlier months say who is new and what is missing. */
const reads = ['dimensions', EVERY_MONTH]

export function profileRoutes(app: App): void {
  const { store } = app

  monthRoute(
    app,
    distributorProfile,
    async (call) => ({
      data: await profileOf(store, call),
      months: lastMonths(call.month, 13),
      reads: [...reads, GOALS_VERSION, NOTES_VERSION],
    }),
    // Open orders grow older.
    { byMinute: true },
  )

  computedListRoute(
    app,
    profileCalls.profileProducts,
    async (call) => {
      const rows = await rowsOf(app, call, profileProducts)
      const { state, common } = call.query
      const states = state === 'sold' ? ['gained', 'kept'] : [state]
      return {
        rows: rows.filter((row) => isAmong(states, row.state) && (!common || row.isCommon)),
        ...{ months: fourMonths(call.month), reads },
      }
    },
    {},
  )

  computedListRoute(
    app,
    profileCalls.profileCustomers,
    async (call) => {
      const rows = await rowsOf(app, call, profileCustomers)
      const { state } = call.query
      const states = state === 'active' ? ['new', 'returning'] : [state]
      return {
        rows: rows.filter((row) => isAmong(states, row.state)),
        ...{ months: fourMonths(call.month), reads },
      }
    },
    {},
  )
}

/** Without a state all of them are. */
const isAmong = (states: readonly (string | undefined)[], state: string): boolean =>
  states[0] === undefined || states.includes(state)

const fourMonths = (month: Month) => lastMonths(month, PROFILE_MONTHS_BEFORE + 1)

interface RowsCall extends Pick<MonthCall<Endpoint>, 'month' | 'scope'> {
  readonly params: { readonly dist_id: string }
}

/** No rows for an unknown distributor, and for one outside the scope. */
async function rowsOf<Row>(
  { store }: App,
  { params: { dist_id: distId }, month, scope }: RowsCall,
  read: (store: Reads, asked: ProfileAsked) => Promise<Row[]>,
): Promise<Row[]> {
  if (!(await distributor(store, distId, scope))) return []
  try {
    return await read(store, { distId, month, scope })
  } catch (error) {
    if (!(error instanceof TooManyRows)) throw error
    throw badRequest('dist_id', 'Son más de 200.000 filas: no se pueden listar.')
  }
}
