// The store's webhooks: their state, last delivery, and a button that creates or reactivates them.

import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ShopWebhooks } from '#contract/shop.ts'
import type { WebhookState } from '#contract/shop-states.ts'
import { call, fetchQuery, queryClient, refresh, useCall } from '#web/api/call.ts'
import { RowButton } from '#web/shared/lists/row-button.tsx'
import { ago, dateTime } from '#web/text/format.ts'
import { TextField } from '#web/ui/field.tsx'
import { Failure } from '#web/ui/message.tsx'
import { AsyncPanel } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { Tag, type Tone } from '#web/ui/tag.tsx'
import { failureText } from '../failure.tsx'
import css from './crons.module.css'
import { webhookText } from './text.ts'

const TONES = {
  active: 'good',
  paused: 'warning',
  disabled: 'bad',
  missing: 'calm',
  unknown: 'calm',
} as const satisfies Record<WebhookState, Tone>

/** Empty without a connected shop. */
export function WebhooksPanel() {
  const { data: store } = useCall('GET /api/config/store')
  return store?.data.connected ? <Webhooks /> : null
}

function Webhooks() {
  const state = useCall('GET /api/config/store/webhooks')
  return (
    <AsyncPanel title={webhookText.title} subtitle={webhookText.note} state={state} height={200}>
      {({ data }) => <WebhookStates webhooks={data} />}
    </AsyncPanel>
  )
}

function WebhookStates({ webhooks }: { webhooks: ShopWebhooks }) {
  const { topics, asked, message, can_receive, delivery_url } = webhooks
  const [address, setAddress] = useState(delivery_url)
  const active = topics.filter(({ state }) => state === 'active').length
  const missing = topics.every(({ state }) => state === 'missing' || state === 'unknown')
  const enable = useMutation({
    mutationFn: () => call('POST /api/config/store/webhooks', { body: { delivery_url: address } }),
    onSuccess: async (answer) => {
      queryClient.setQueryData(fetchQuery('GET /api/config/store/webhooks').queryKey, answer)
      await refresh('GET /api/config/audit')
    },
  })
  return (
    <div className={shared.form}>
      {message ? <p className={shared.caution}>{message}</p> : null}
      {asked ? (
        <Text fz="md" role="status">
          {active === topics.length ? webhookText.all(active) : webhookText.some(active, topics.length)}
          {can_receive ? null : ` · ${webhookText.noSecret}`}
        </Text>
      ) : null}
      {missing ? null : <Topics topics={topics} />}
      {enable.isError ? <Failure>{failureText(enable.error)}</Failure> : null}
      <div className={css.webhookForm}>
        <TextField
          label={webhookText.address}
          low
          type="url"
          maxLength={255}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <RowButton loading={enable.isPending} onClick={() => enable.mutate()}>
          {missing ? webhookText.enable : webhookText.mend}
        </RowButton>
      </div>
    </div>
  )
}

const Topics = ({ topics }: Pick<ShopWebhooks, 'topics'>) => (
  <ul className={css.webhooks}>
    {topics.map(({ topic, state, deliveries, last_delivery }) => (
      <li key={topic} className={css.webhook}>
        <Tag tone={TONES[state]}>{webhookText.states[state]}</Tag>
        <code>{topic}</code>
        <span className={shared.quiet} title={last_delivery ? dateTime(last_delivery) : undefined}>
          {last_delivery ? webhookText.received(deliveries, ago(last_delivery)) : webhookText.never}
        </span>
      </li>
    ))}
  </ul>
)
