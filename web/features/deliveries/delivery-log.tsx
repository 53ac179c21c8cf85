import { Group } from '@mantine/core'
import type { OwnDelivery } from '#contract/deliveries.ts'
import { useCall } from '#web/api/call.ts'
import { Dialog } from '#web/shared/dialogs/dialog.tsx'
import { dateTime } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import rows from '#web/ui/rows.module.css'
import shared from '#web/ui/shared.module.css'
import { ErrorState, LoadingProgress } from '#web/ui/states.tsx'
import { StateTag } from './state-tag.tsx'
import { text } from './text.ts'

const texts = text.log
const HEIGHT = 160

export function DeliveryLog({
  delivery: { id, name },
  onClose,
}: {
  delivery: OwnDelivery
  onClose: () => void
}) {
  const state = useCall('GET /api/deliveries/{id}/log', { params: { id } })
  return (
    <Dialog title={texts.title(name)} size="lg" onClose={onClose}>
      {state.status === 'pending' ? <LoadingProgress height={HEIGHT} /> : null}
      {state.status === 'error' ? (
        <ErrorState height={HEIGHT} error={state.error} onRetry={state.refetch} />
      ) : null}
      {state.data?.data.length === 0 ? <p className={shared.quiet}>{texts.empty}</p> : null}
      <ul>
        {state.data?.data.map(({ due_at, recipient, is_test, state: outcome, reason, attempts }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows without a key of their own, which never move
          <li key={index} className={rows.row}>
            <span className={rows.what}>
              <span>
                {recipient}
                {is_test ? ` · ${texts.test}` : ''}
              </span>
              <span className={shared.quiet}>
                {[
                  dateTime(due_at),
                  ...(attempts > 1 ? [texts.attempts(attempts)] : []),
                  ...(reason ? [reason] : []),
                ].join(' · ')}
              </span>
            </span>
            <StateTag state={outcome} />
          </li>
        ))}
      </ul>
      <Group justify="flex-end" mt={12}>
        <Button frame="bordered" tall onClick={onClose}>
          {texts.close}
        </Button>
      </Group>
    </Dialog>
  )
}
