// Following voids, dismissing them, and taking it back, with the permission `notes`.

import type { VoidState } from '#contract/lists/opportunities.ts'
import { decideOpportunity, undoDecision } from '#contract/opportunities.ts'
import type { AuditAction } from '#contract/value-labels.ts'
import { idsOfKey } from '#server/domain/product-key.ts'
import {
  DECISIONS_VERSION,
  STORED_ESTIMATE,
  type StoredVoid,
} from '#server/figures/opportunities/decisions.ts'
import { opportunitiesOf } from '#server/figures/opportunities/opportunities.ts'
import type { AdminApp } from '#server/http/app.ts'
import { audit, auditedChange } from '#server/http/audit.ts'
import { HttpError } from '#server/http/errors.ts'
import { monthCall } from '#server/http/month-route.ts'
import { may, type Principal } from '#server/http/principal.ts'
import { changedMeanwhile } from '#server/http/revisions.ts'
import { type Call, route } from '#server/http/route.ts'
import { insertNumbered } from '#server/store/rows.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'

const ACTIONS = {
  followed: 'opportunity.follow',
  dismissed: 'opportunity.dismiss',
  open: 'opportunity.open',
} as const satisfies Record<VoidState, AuditAction>

export function decisionRoutes(app: AdminApp): void {
  const { store, now } = app

  route(app, decideOpportunity, async (call) => {
    assertSees(call.principal)
    const found = await asListed(app, call)
    return auditedChange(store, async (tx) => ({ decision: await decide(tx, call, found, now()) }))
  })

  route(app, undoDecision, async ({ params, principal }) => {
    assertSees(principal)
    await auditedChange(store, (tx) => undo(tx, params.decision, principal, now()))
  })
}

function assertSees(principal: Principal): void {
  if (!may(principal, 'view:distributors')) throw new HttpError('forbidden')
}

type DecideCall = Call<typeof decideOpportunity>

interface Listed {
  readonly today: string
  /** Undefined: it is no void of the month. */
  readonly found: StoredVoid | undefined
}

/** The void as the caller's list has it. */
async function asListed(app: AdminApp, call: DecideCall): Promise<Listed> {
  const { dist_id, key, start_date } = call.body
  const asked = await monthCall(app, { ...call, query: { start_date } })
  const { rows } = await opportunitiesOf(app.store, asked, call.versions)
  const found = rows.find((each) => each.dist_id === dist_id && each.key === key)
  return { today: asked.today, found }
}

interface Decision extends StoredVoid {
  readonly decision_id: number
  readonly dist_id: string
  readonly product_id: number
  readonly variation_id: number
  readonly state: VoidState
  readonly reason: string
  readonly seen_by: string | null
}

/** The last decisions that count, the newest first. */
const standing = (tx: Queries, which: Sql, count: number): Promise<Decision[]> =>
  tx.all<Decision>(sql`
    select d.decision_id, d.dist_id, d.product_id, d.variation_id, d.state, d.reason, d.seen_by,
      d.product as product_name, d.sku, d.peers, d.peers_selling, d.last_sold, ${STORED_ESTIMATE}
    from opportunity_decisions d where not undone and ${which} order by decision_id desc limit ${sql.whole(count)}`)

const ofVoid = (distId: string, product: number, variation: number) =>
  sql`dist_id = ${distId} and product_id = ${product} and variation_id = ${variation}`

async function decide(tx: Queries, call: DecideCall, listed: Listed, now: Date): Promise<number> {
  const { body, scope, principal } = call
  const { dist_id, key, state, decision: seen } = body
  if (scope !== null && !scope.includes(dist_id)) throw new HttpError('opportunity-not-found')
  const [product_id, variation_id] = idsOfKey(key)
  const [last] = await standing(tx, ofVoid(dist_id, product_id, variation_id), 1)
  if (seen !== undefined && seen !== (last?.decision_id ?? null)) throw changedMeanwhile('opportunity')
  const known = knownVoid(last, listed, scope)
  if (!known) throw new HttpError('opportunity-not-found')
  const reason = state === 'dismissed' ? body.reason : ''
  const decision = await insertNumbered(
    tx,
    'opportunity_decisions',
    ['decision_id', 'opportunity_decision_ids'],
    {
      ...{ dist_id, product_id, variation_id, state, reason, ...known },
      decided_on: sql`cast(${listed.today} as date)`,
      ...{ user_id: principal.userId, decided_at: now, undone: false },
    },
  )
  await bumpVersions(tx, [DECISIONS_VERSION])
  const change = { action: ACTIONS[state], subject: subjectOf(dist_id, known.product) }
  await audit(tx, principal, { ...change, before: told(last), after: { state, reason } }, now)
  return decision
}

/** A void that is followed or dismissed keeps its first estimate; an open one has that of the list. */
function knownVoid(last: Decision | undefined, { found }: Listed, scope: readonly string[] | null) {
  const isKept = last !== undefined && (last.state !== 'open' || !found)
  const [known, seen_by] = isKept ? [last, last.seen_by] : [found, scope && JSON.stringify(scope)]
  if (!known) return undefined
  const { product_name, sku, peers, peers_selling, last_sold } = known
  const { estimated_net, estimated_low, estimated_high } = known
  return {
    ...{ product: product_name, sku, peers, peers_selling, last_sold, seen_by },
    ...{ estimated_net, estimated_low, estimated_high },
  }
}

async function undo(tx: Queries, id: number, principal: Principal, now: Date): Promise<void> {
  const [asked] = await standing(tx, sql`decision_id = ${id}`, 1)
  if (!asked || (principal.scope !== null && !principal.scope.includes(asked.dist_id)))
    throw new HttpError('opportunity-not-found')
  const { dist_id, product_id, variation_id } = asked
  const [last, before] = await standing(tx, ofVoid(dist_id, product_id, variation_id), 2)
  if (last?.decision_id !== id) throw changedMeanwhile('opportunity')
  await tx.run(sql`update opportunity_decisions set undone = true where decision_id = ${id}`)
  await bumpVersions(tx, [DECISIONS_VERSION])
  const change = { action: 'opportunity.undo' as const, subject: subjectOf(dist_id, asked.product_name) }
  await audit(tx, principal, { ...change, before: told(last), after: told(before) }, now)
}

const told = (decision: Decision | undefined) => ({
  state: decision?.state ?? 'open',
  reason: decision?.reason ?? '',
})

const subjectOf = (distId: string, product: string): string => `${distId} · ${product}`
