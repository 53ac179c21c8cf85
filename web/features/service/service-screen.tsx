// Servicio: how long the month's orders took, in which statuses they stayed, and the orders that are still open.
import { mayUser, useUser } from '#web/api/session.ts'
import { ViewChoice } from '#web/shared/links/view-choice.tsx'
import { Page } from '#web/ui/page.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { BY_PROVINCE, useByProvince } from './behind.tsx'
import { OpenOrders } from './open-orders.tsx'
import { Stages } from './stages.tsx'
import { text } from './text.ts'
import { ENDED, EndedOrders, Times } from './times.tsx'

const OPEN = 'abiertas'
const STAGES = 'etapas'
const VIEWS = [
  { value: '', label: text.timesView },
  { value: STAGES, label: text.stages },
  { value: OPEN, label: text.open },
]

export default function ServiceScreen() {
  const [view] = useSearchParam('vista')
  const mayOrders = mayUser(useUser(), 'view:orders')
  const byProvince = useByProvince()
  return (
    <Page>
      <ViewChoice param="vista" label={text.views} views={VIEWS} keep={byProvince ? BY_PROVINCE : {}} />
      {view === OPEN ? (
        <OpenOrders />
      ) : view === STAGES ? (
        <Stages />
      ) : view === ENDED && mayOrders ? (
        <EndedOrders />
      ) : (
        <Times />
      )}
    </Page>
  )
}
