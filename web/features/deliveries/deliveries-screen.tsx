// Envíos: scheduled mails, what the user's account receives, webhooks, and the last messages.
import { useState } from 'react'
import { mayUser, useUser } from '#web/api/session.ts'
import { useCall } from '#web/api/use-call.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { CHANNELS } from './calls.ts'
import { MessagesPanel } from './messages-panel.tsx'
import { MinePanel } from './mine-panel.tsx'
import { OwnPanel } from './own-panel.tsx'
import { text } from './text.ts'
import { WebhooksPanel } from './webhooks-panel.tsx'

export default function DeliveriesScreen() {
  const mayExport = mayUser(useUser(), 'export')
  const channels = useCall(CHANNELS)
  const [notice, setNotice] = useState<string | null>(null)
  return (
    <Page>
      <Notice onClose={() => setNotice(null)}>{notice}</Notice>
      {channels.data?.data.has_mail === false ? <p className={shared.caution}>{text.noMail}</p> : null}
      {mayExport ? <OwnPanel onDone={setNotice} /> : null}
      <MinePanel />
      {mayExport ? <WebhooksPanel onDone={setNotice} /> : null}
      <MessagesPanel />
    </Page>
  )
}
