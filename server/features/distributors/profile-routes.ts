// The Ficha of a distributor, and the lists behind its figures.

import { PROFILE_PATH } from '#contract/address.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { PROFILE_MONTHS_BEFORE } from '#contract/lists/profile.ts'
import { lastMonths, type Month } from '#contract/month.ts'
import { distributorProfile, type ProfileCustomer, profileCalls, profileSheet } from '#contract/profile.ts'
import { TooManyRows } from '#server/figures/answer.ts'
import type { Versions } from '#server/figures/kept.ts'
import { DECISIONS_VERSION } from '#server/figures/opportunities/decisions.ts'
import { dataOfMonth } from '#server/figures/period-data.ts'
import { NOTES_VERSION } from '#server/forecast/corrections.ts'
import { GOALS_VERSION } from '#server/forecast/stored-goals.ts'
import type { App } from '#server/http/app.ts'
import { computedListRoute } from '#server/http/computed-list.ts'
import { badRequest, HttpError } from '#server/http/errors.ts'
import { disposition } from '#server/http/export/send.ts'
import { comparedDays, type MonthCall, monthCallOf, monthRoute } from '#server/http/month-route.ts'
import { may } from '#server/http/principal.ts'
import { envelope, register } from '#server/http/route.ts'
import { EVERY_MONTH, freshnessOf, readsOf, sendUncached } from '#server/http/send-json.ts'
import { withBudget } from '#server/store/cancellation.ts'
import type { Reads } from '#server/store/store.ts'
import { mailedProfile, sheetName } from './mailed-profile.ts'
import { profileOf } from './profile.ts'
import { type ProfileAsked, profileCustomers, profileProducts, withNames } from './profile-rows.ts'
import { distributor } from './queries.ts'
import { sheetOf } from './sheet.ts'
import { pdfOf } from './sheet-pdf.ts'

/** Earlier months say who is new and what is missing. */
const reads = ['dimensions', EVERY_MONTH]

const profileReads = [...reads, GOALS_VERSION, NOTES_VERSION, DECISIONS_VERSION]

export function profileRoutes(app: App): void {
  const { store } = app
  const readingOf = async ({ month, versions }: Pick<MonthCall<Endpoint>, 'month' | 'versions'>) => {
    const { reading } = await dataOfMonth(app, month, versions, app.now())
    return { reading }
  }
  app.screenReports.set(PROFILE_PATH, (asked) => mailedProfile(app, asked))

  monthRoute(
    app,
    distributorProfile,
    async (call) => ({
      data: await profileOf(store, { ...call, ...(await readingOf(call)) }),
      months: lastMonths(call.month, 13),
      reads: profileReads,
    }),
    // Open orders grow older.
    { byMinute: true },
  )

  register(app, profileSheet, async (request, reply) => {
    const call = await monthCallOf<typeof profileSheet>(app, request)
    const isFile = call.query.format === 'pdf'
    if (isFile && !may(call.principal, 'export')) throw new HttpError('forbidden')
    const made = async () => {
      const read = { ...call, ...(await readingOf(call)) }
      const sheet = sheetOf(await profileOf(store, read), read)
      return { sheet, file: isFile ? await pdfOf(sheet) : undefined }
    }
    const { callerLeft, versions } = request
    const { sheet, file } = await app.limits.calls.run(
      () => withBudget(app.limits.budget, callerLeft, made),
      callerLeft,
    )
    const fresh = freshnessOf(lastMonths(call.month, 13), readsOf([call.month], profileReads), versions)
    const meta = { ...fresh, ...comparedDays(call) }
    if (!file) return sendUncached(request, reply, envelope(profileSheet, { data: sheet, meta }))
    return reply
      .type('application/pdf')
      .header('cache-control', 'no-store')
      .header('content-disposition', disposition(sheetName(call.params.dist_id, call.month)))
      .send(file)
  })

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
      const asked = rows.filter((row) => isAmong(states, row.state))
      const found = { months: fourMonths(call.month), reads }
      if (!call.personal) return { ...found, rows: asked.map((row) => ({ ...row, key: null })) }
      const complete = (some: readonly ProfileCustomer[]) => withNames(app.store, some, call)
      return { ...found, rows: asked, later: { columns: ['customer'], complete } }
    },
    {},
  )
}

/** Without a state all of them are. */
const isAmong = (states: readonly (string | undefined)[], state: string): boolean =>
  states[0] === undefined || states.includes(state)

const fourMonths = (month: Month) => lastMonths(month, PROFILE_MONTHS_BEFORE + 1)

interface RowsCall extends Pick<MonthCall<Endpoint>, 'month' | 'scope' | 'versions'> {
  readonly params: { readonly dist_id: string }
}

/** No rows for an unknown distributor, and for one outside the scope. */
async function rowsOf<Row>(
  { store }: App,
  { params: { dist_id: distId }, month, scope, versions }: RowsCall,
  read: (store: Reads, asked: ProfileAsked, versions: Versions) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  if (!(await distributor(store, distId, scope))) return []
  try {
    return await read(store, { distId, month, scope }, versions)
  } catch (error) {
    if (!(error instanceof TooManyRows)) throw error
    throw badRequest('dist_id', 'Son más de 200.000 filas: no se pueden listar.')
  }
}
