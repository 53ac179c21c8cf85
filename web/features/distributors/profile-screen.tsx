// Ficha del distribuidor: its month in every respect, each number with its rows.

import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { DistributorProfile } from '#contract/profile.ts'
import { useCall } from '#web/api/call.ts'
import { useMonths } from '#web/api/compare.ts'
import { ApiError } from '#web/api/errors.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { CardsOfCall } from '#web/shared/figures/figure-cards.tsx'
import { COMPLETED_ORDERS } from '#web/shared/links/rows-behind.ts'
import { integer, money, units } from '#web/text/format.ts'
import { Notice } from '#web/ui/message.tsx'
import { FourCards, Halves, Page, Panel } from '#web/ui/page.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { ProfileCourse } from './profile-course.tsx'
import { ProfileList } from './profile-list.tsx'
import { OpportunitiesPanel } from './profile-opportunities.tsx'
import {
  BenefitsPanel,
  CostsPanel,
  CustomersPanel,
  LossesPanel,
  ProductsPanel,
  ServicePanel,
} from './profile-panels.tsx'
import { type ProfileState, profileCall } from './profile-state.ts'
import { text } from './profile-text.ts'
import { ProfileWhy } from './profile-why.tsx'
import { ReportHeading } from './report-heading.tsx'
import { ReportTabs } from './report-tabs.tsx'
import { SendButton } from './send/send-button.tsx'
import { SheetButton } from './sheet-button.tsx'
import { UnknownDistributor } from './unknown-distributor.tsx'
import { whyOfDistributor } from './why.ts'

const PRODUCTS = { path: '/products-sales-ranking', access: 'view:products' } as const
const CARDS = [
  { key: 'net_sale', measure: 'net_sale', write: money, rows: COMPLETED_ORDERS },
  { key: 'orders', measure: 'orders', write: integer, rows: COMPLETED_ORDERS },
  { key: 'units', measure: 'units', write: units, rows: PRODUCTS },
  { key: 'buyers', measure: 'buyers', write: integer, rows: COMPLETED_ORDERS },
] as const

const NOWHERE = '0'

export default function ProfileScreen() {
  const { month, compare } = useMonths()
  const { dist_id = '' } = useParams({ strict: false })
  const [notice, setNotice] = useState<string | null>(null)
  const state = useCall(...profileCall(dist_id, month, compare))
  if (state.error instanceof ApiError && state.error.status === 404)
    return <UnknownDistributor id={dist_id} height={280} />
  const profile = state.data?.data
  return (
    <Page>
      <ReportHeading
        name={profile?.dist_name}
        id={dist_id}
        failed={state.isError}
        actions={
          <>
            <SheetButton distId={dist_id} />
            {dist_id === NOWHERE ? null : <SendButton distId={dist_id} onDone={setNotice} />}
          </>
        }
      />
      <ReportTabs id={dist_id} />
      <Notice onClose={() => setNotice(null)}>{notice}</Notice>
      {state.isError && !profile ? (
        <Panel title={text.profile}>
          <ErrorState height={280} error={state.error} onRetry={state.refetch} />
        </Panel>
      ) : (
        <Parts state={state} distId={dist_id} />
      )}
    </Page>
  )
}

function Parts({ state, distId }: { state: ProfileState; distId: string }) {
  const user = useUser()
  return (
    <>
      <CardsOfCall
        title={text.figures}
        grid={FourCards}
        state={state}
        cards={CARDS}
        labels={text.cards}
        preparing={preparingOf}
        goals={goalsOf(state.data?.data)}
        limits={{ dist: distId }}
        where={whyOfDistributor(distId).where ?? []}
      />
      <ProfileWhy state={state} />
      <ProfileCourse state={state} distId={distId} />
      <Halves>
        <CustomersPanel state={state} />
        {mayUser(user, 'view:products') ? <ProductsPanel state={state} /> : null}
        <ServicePanel state={state} />
        <LossesPanel state={state} />
        {distId === NOWHERE ? null : <OpportunitiesPanel state={state} distId={distId} />}
        {mayUser(user, 'view:benefits') ? <BenefitsPanel state={state} /> : null}
        {mayUser(user, 'view:costs') ? (
          <div data-no-print>
            <CostsPanel state={state} />
          </div>
        ) : null}
      </Halves>
      <ProfileList distId={distId} />
    </>
  )
}

const preparingOf = ({ preparing_amount, prev_preparing_amount }: DistributorProfile) => ({
  net_sale: { amount: preparing_amount, before: prev_preparing_amount },
})

const goalsOf = (profile: DistributorProfile | undefined) =>
  profile?.goal
    ? [
        {
          measure: 'net_sale' as const,
          key: profile.dist_id,
          label: profile.dist_name,
          gone: false,
          ...profile.goal,
        },
      ]
    : []
