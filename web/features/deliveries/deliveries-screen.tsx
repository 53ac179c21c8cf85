// Envíos: scheduled mails, what the user's account receives, webhooks, and the last messages.

import { Checkbox } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { entryOf } from '#contract/entry.ts'
import { call, refresh, useCall } from '#web/api/call.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { ScreenTabs } from '#web/shared/links/screen-tabs.tsx'
import { dateTime } from '#web/text/format.ts'
import { Notice } from '#web/ui/message.tsx'
import { AsyncPanel, Page } from '#web/ui/page.tsx'
import rows from '#web/ui/rows.module.css'
import shared from '#web/ui/shared.module.css'
import { CHANNELS, DELIVERIES } from './calls.ts'
import css from './deliveries.module.css'
import { OwnPanel } from './own-panel.tsx'
import { SheetsPanel } from './sheets-panel.tsx'
import { StateTag } from './state-tag.tsx'
import { text } from './text.ts'
import { WebhooksPanel } from './webhooks-panel.tsx'

export default function DeliveriesScreen() {
  const user = useUser()
  const mayExport = mayUser(user, 'export')
  const [notice, setNotice] = useState<string | null>(null)
  return (
    <Page>
      <ScreenTabs of="messages" />
      <Notice onClose={() => setNotice(null)}>{notice}</Notice>
      {mayExport ? <OwnPanel onDone={setNotice} /> : null}
      {mayExport && mayUser(user, 'view:distributors') ? <SheetsPanel onDone={setNotice} /> : null}
      <MinePanel warns={!mayExport} />
      {mayExport ? <WebhooksPanel onDone={setNotice} /> : null}
      <MessagesPanel />
    </Page>
  )
}

function MinePanel({ warns }: { warns: boolean }) {
  const channels = useCall(CHANNELS)
  const deliveries = useCall(DELIVERIES)
  const received = deliveries.data?.data.received ?? []
  return (
    <AsyncPanel title={text.mine.title} subtitle={text.mine.note} state={channels} height={140} grows>
      {({ data: { topics, has_mail } }) => (
        <>
          {warns && !has_mail ? <p className={shared.caution}>{text.noMail}</p> : null}
          <h3 className={css.sub}>{text.mine.topics}</h3>
          <ul className={shared.gapList}>
            {topics.map(({ topic, title, mail }) => (
              <li key={topic}>
                <Choice
                  label={title}
                  checked={mail}
                  save={(next) => call('POST /api/notice-channels', { body: { topic, mail: next } })}
                />
              </li>
            ))}
          </ul>
          <h3 className={css.sub}>{text.mine.received}</h3>
          {received.length === 0 ? <p className={shared.quiet}>{text.mine.nothing}</p> : null}
          <ul className={shared.gapList}>
            {received.map(({ id, name, owner, subscribed, ...schedule }) => (
              <li key={id}>
                <Choice
                  label={name}
                  description={text.mine.by(owner, text.schedule(schedule))}
                  checked={subscribed}
                  save={(next) =>
                    call('POST /api/deliveries/{id}/subscription', {
                      params: { id },
                      body: { subscribed: next },
                    })
                  }
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </AsyncPanel>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly description?: string
  readonly checked: boolean
  readonly save: (next: boolean) => Promise<unknown>
}

function Choice({ label, description, checked, save }: ChoiceProps) {
  const mutation = useMutation({ mutationFn: save, onSuccess: () => refresh(CHANNELS, DELIVERIES) })
  return (
    <Checkbox
      label={label}
      checked={mutation.isPending ? mutation.variables : checked}
      error={mutation.isError ? text.failed : null}
      onChange={({ currentTarget }) => mutation.mutate(currentTarget.checked)}
      {...(description && { description })}
    />
  )
}

const topics: Readonly<Record<string, string>> = text.messages.topics

/** As many as fit without paging; the call returns more. */
const SHOWN = 12

function MessagesPanel() {
  const state = useCall(CHANNELS)
  return (
    <AsyncPanel title={text.messages.title} subtitle={text.messages.note} state={state} height={80}>
      {({ data: { messages } }) =>
        messages.length === 0 ? (
          <p className={shared.quiet}>{text.messages.empty}</p>
        ) : (
          <ul>
            {messages.slice(0, SHOWN).map((message) => (
              <li key={message.id} className={rows.row}>
                <span className={rows.what}>
                  <span>
                    {text.messages.channels[message.channel]} ·{' '}
                    {entryOf(topics, message.topic) ?? message.topic}
                  </span>
                  <span className={shared.quiet}>
                    {dateTime(message.created_at)}
                    {message.reason ? ` · ${message.reason}` : ''}
                  </span>
                </span>
                <StateTag state={message.state} />
              </li>
            ))}
          </ul>
        )
      }
    </AsyncPanel>
  )
}
