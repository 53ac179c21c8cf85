import { GOALS_PATH } from '#contract/address.ts'
import { type Column, column } from '#contract/columns.ts'
import type { RowOf } from '#contract/endpoint.ts'
import { goals, saveGoals, undoGoals as undoCall } from '#contract/goals/calls.ts'
import { decimalsOf, type GoalDimension } from '#contract/goals/scopes.ts'
import { monthAt } from '#contract/month.ts'
import { type MeasureKey, measureOf } from '#contract/questions/measures.ts'
import { GOALS_VERSION, storedGoals } from '#server/forecast/stored-goals.ts'
import type { App } from '#server/http/app.ts'
import { HttpError } from '#server/http/errors.ts'
import { sendFile } from '#server/http/export/send.ts'
import { exportRequest } from '#server/http/export-request.ts'
import { may } from '#server/http/principal.ts'
import { callOf, envelope, register, route } from '#server/http/route.ts'
import { freshnessOf, sendUncached } from '#server/http/send-json.ts'
import type { Scope } from '#server/store/sql.ts'
import type { Queries, Reads } from '#server/store/store.ts'
import { forecastRoutes } from './forecast-routes.ts'
import { mailedGoals } from './mailed.ts'
import { assertVisible, goalValues } from './values.ts'
import { type GoalTable, type lastChange, setGoals, undoGoals } from './write.ts'

export interface GoalDeps {
  /** Runs an audited change of goals. */
  readonly change: <T>(work: (tx: Queries) => Promise<T>) => Promise<T>
  /** Reads changes of goals, which belong to accounts. */
  readonly lastChange: (userId: number) => ReturnType<typeof lastChange>
}

export function goalRoutes(app: App, deps: GoalDeps): void {
  listRoute(app, deps)
  forecastRoutes(app)
  app.screenReports.set(GOALS_PATH, (asked) => mailedGoals(app, asked))

  route(app, saveGoals, async ({ body: { measure, by, cells }, principal }) => {
    assertVisible(principal, measure, by)
    const values = await keysWithGoals(app.store, { measure, by }, principal.scope)
    const errors = cells.flatMap((cell, index) => problemsOf(cell, `cells.${index}`, measure, values))
    if (errors.length > 0) throw new HttpError('bad-request', { errors: errors.slice(0, MAX_ERRORS) })
    return { changed: await deps.change((tx) => setGoals(tx, principal, { measure, by }, cells, app.now())) }
  })

  route(app, undoCall, async ({ principal }) => {
    const isAllowed = async (by: GoalDimension) => {
      if (principal.scope === null) return () => true
      const own = await goalValues(app.store, by, principal.scope)
      return (key: string) => own.has(key)
    }
    return { changed: await deps.change((tx) => undoGoals(tx, principal, isAllowed, app.now())) }
  })
}

/** Known values, and names that are gone whose goals can still be changed. */
async function keysWithGoals(store: Reads, { measure, by }: GoalTable, scope: Scope): Promise<Set<string>> {
  const [values, stored] = await Promise.all([
    goalValues(store, by, scope),
    storedGoals(store, { measure, by, months: ['2000-01', '2099-12'] }, scope),
  ])
  return new Set([...values.keys(), ...stored.map(({ key }) => key)])
}

const MAX_ERRORS = 200

function problemsOf(
  { key, amount }: { key: string; amount: number | null },
  path: string,
  measure: MeasureKey,
  values: ReadonlySet<string>,
) {
  const decimals = decimalsOf(measure)
  const isExact = amount === null || Number(amount.toFixed(decimals)) === amount
  return [
    ...(values.has(key) ? [] : [{ path: `${path}.key`, message: 'is not known' }]),
    ...(isExact ? [] : [{ path: `${path}.amount`, message: `must have at most ${decimals} decimals` }]),
  ]
}

const MONTH_TITLES = ['Ene', 'Feb', 'Mar', 'Abr', 'May', 'Jun', 'Jul', 'Ago', 'Sep', 'Oct', 'Nov', 'Dic']
const TITLES: Readonly<Record<GoalDimension, string>> = {
  all: 'Tienda',
  distributor: 'Distribuidor',
  business: 'Negocio',
  segment: 'Segmento',
}

function columnsOf(measure: MeasureKey, by: GoalDimension, year: number): Column[] {
  const { format } = measureOf(measure)
  const months = MONTH_TITLES.map((title, index) =>
    column(`m${index + 1}`, `${title} ${year}`, format, { nullable: true }),
  )
  const key = by === 'distributor' ? [column('key', 'Código', 'text')] : []
  return [...key, column('label', TITLES[by], 'text'), ...months]
}

function listRoute(app: App, deps: GoalDeps): void {
  register(app, goals, async (request, reply) => {
    const call = callOf<typeof goals>(request)
    const { measure, by } = call.query
    const year = call.query.year ?? Number(monthAt(app.now(), app.timeZone).slice(0, 4))
    assertVisible(call.principal, measure, by)
    const rows = async () => {
      const months = [`${year}-01`, `${year}-12`] as const
      const [values, stored] = await Promise.all([
        goalValues(app.store, by, call.scope),
        storedGoals(app.store, { measure, by, months }, call.scope),
      ])
      const byKey = Map.groupBy(stored, ({ key }) => key)
      const gone = [...byKey.keys()].filter((key) => !values.has(key)).sort()
      return [...values, ...gone.map((key) => [key, key] as const)].map(([key, label]) => {
        const own = new Map(byKey.get(key)?.map(({ month, amount }) => [Number(month.slice(5)), amount]))
        return {
          key,
          label,
          gone: !values.has(key),
          goals: Array.from({ length: 12 }, (_, index) => own.get(index + 1) ?? null),
        }
      })
    }
    const file = exportRequest(call)
    if (file)
      return sendFile(app, request, reply, async () => ({
        ...file,
        columns: columnsOf(measure, by, year),
        batches: [(await rows()).map(fileRow)],
        name: `metas_${measure}_${year}`,
      }))
    const meta = {
      ...freshnessOf([], [GOALS_VERSION, 'dimensions'], call.versions),
      year,
      unit: measureOf(measure).format,
      can_undo: may(call.principal, 'goals') && (await deps.lastChange(call.principal.userId)) !== undefined,
    }
    return sendUncached(request, reply, envelope(goals, { data: await rows(), meta }))
  })
}

const fileRow = ({ goals: amounts, gone: _, ...row }: RowOf<typeof goals>) => ({
  ...row,
  ...Object.fromEntries(amounts.map((amount, index) => [`m${index + 1}`, amount])),
})
