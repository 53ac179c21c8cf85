import { useCall } from '#web/api/use-call.ts'
import { dateTime } from '#web/text/format.ts'
import { AsyncPanel } from '#web/ui/panel.tsx'
import rows from '#web/ui/rows.module.css'
import shared from '#web/ui/shared.module.css'
import { CHANNELS } from './calls.ts'
import { StateTag } from './state-tag.tsx'
import { text } from './text.ts'

const topics: Readonly<Record<string, string>> = text.messages.topics

/** As many as fit without paging; the call returns more. */
const SHOWN = 12

export function MessagesPanel() {
  const state = useCall(CHANNELS)
  return (
    <AsyncPanel title={text.messages.title} subtitle={text.messages.note} state={state} height={80}>
      {({ data: { messages } }) =>
        messages.length === 0 ? (
          <p className={shared.quiet}>{text.messages.empty}</p>
        ) : (
          <ul className={shared.plainList}>
            {messages.slice(0, SHOWN).map((message) => (
              <li key={message.id} className={rows.row}>
                <span className={rows.what}>
                  <span>
                    {text.messages.channels[message.channel]} · {topics[message.topic] ?? message.topic}
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
