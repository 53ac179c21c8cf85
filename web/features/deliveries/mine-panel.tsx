// What the user's account receives by mail, and how to turn it off.
import { Checkbox } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { useCall } from '#web/api/use-call.ts'
import { AsyncPanel } from '#web/ui/panel.tsx'
import shared from '#web/ui/shared.module.css'
import { CHANNELS, DELIVERIES, refresh } from './calls.ts'
import css from './deliveries.module.css'
import { text } from './text.ts'

export function MinePanel() {
  const channels = useCall(CHANNELS)
  const deliveries = useCall(DELIVERIES)
  const received = deliveries.data?.data.received ?? []
  return (
    <AsyncPanel title={text.mine.title} subtitle={text.mine.note} state={channels} height={140}>
      {({ data: { topics } }) => (
        <>
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
