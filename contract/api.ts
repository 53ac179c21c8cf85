// Every call of the product; the server, the OpenAPI description, the typed client and tests read this list.
import * as account from './account.ts'
import * as administration from './administration.ts'
import * as alerts from './alerts/calls.ts'
import * as analytics from './analytics.ts'
import * as apiTokens from './api-tokens.ts'
import * as benefitEffect from './benefit-effect.ts'
import * as benefits from './benefits.ts'
import * as boards from './boards.ts'
import * as buyers from './buyers.ts'
import * as costs from './costs.ts'
import * as crons from './crons.ts'
import * as customers from './customers.ts'
import * as dataLinks from './data-links.ts'
import * as deliveries from './deliveries.ts'
import * as distribution from './distribution.ts'
import * as distributors from './distributors.ts'
import type { Endpoint } from './endpoint.ts'
import * as goals from './goals/calls.ts'
import * as imports from './imports.ts'
import * as largeOrders from './large-orders.ts'
import * as mappingExamples from './mapping-examples.ts'
import * as notes from './notes.ts'
import * as noticeChannels from './notice-channels.ts'
import * as notices from './notices.ts'
import * as opportunities from './opportunities.ts'
import * as order from './order.ts'
import * as orders from './orders.ts'
import * as passkeys from './passkeys.ts'
import * as people from './people.ts'
import * as performance from './performance.ts'
import * as products from './products.ts'
import * as profile from './profile.ts'
import * as programAccess from './program-access.ts'
import * as provider from './provider.ts'
import * as questions from './questions/calls.ts'
import * as explanations from './questions/explain-call.ts'
import * as reconciliation from './reconciliation.ts'
import * as removals from './removals.ts'
import * as reports from './reports.ts'
import * as scorecard from './scorecard.ts'
import * as search from './search.ts'
import * as secondFactor from './second-factor.ts'
import * as service from './service.ts'
import * as settings from './settings.ts'
import * as sharing from './sharing.ts'
import * as sheetMails from './sheet-mails.ts'
import * as shop from './shop.ts'
import * as views from './views.ts'

const areas = [
  account,
  secondFactor,
  apiTokens,
  passkeys,
  dataLinks,
  programAccess,
  noticeChannels,
  deliveries,
  sheetMails,
  provider,
  people,
  settings,
  administration,
  crons,
  reconciliation,
  removals,
  largeOrders,
  analytics,
  shop,
  search,
  imports,
  mappingExamples,
  scorecard,
  distributors,
  profile,
  service,
  costs,
  opportunities,
  benefits,
  customers,
  buyers,
  benefitEffect,
  performance,
  order,
  orders,
  products,
  reports,
  questions,
  explanations,
  sharing,
  views,
  boards,
  notes,
  alerts,
  notices,
  goals,
  administration.settingsCalls,
  distributors.distributorCalls,
  profile.profileCalls,
  service.serviceCalls,
  costs.costCalls,
  distribution.distributionCalls,
  opportunities.opportunityCalls,
  benefits.benefitCalls,
  customers.customerCalls,
  buyers.buyerCalls,
  performance.performanceCalls,
  benefitEffect.effectCalls,
  orders.orderCalls,
  products.productCalls,
  reports.reportCalls,
] as const

type Exports<Area> = Area extends unknown ? Area[keyof Area] : never

type Listed = Extract<Exports<(typeof areas)[number]>, Endpoint>

const isEndpoint = (value: unknown): value is Listed =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

export const endpoints: readonly Listed[] = areas.flatMap((area) => Object.values(area).filter(isEndpoint))

/** Keyed by method and path: 'GET /api/summary/main-page'. */
export type Api = { readonly [E in Listed as `${E['method']} ${E['path']}`]: E }
