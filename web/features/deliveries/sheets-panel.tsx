// Fichas that go to distributors each month, and the log of all that went.
import { Group, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { SheetRecipient, SheetSchedule } from '#contract/sheet-mails.ts'
import { call, refresh, useCall } from '#web/api/call.ts'
import { ConfirmDialog, Dialog } from '#web/shared/dialogs/dialog.tsx'
import { RowButton } from '#web/shared/lists/row-button.tsx'
import { dateTime, monthName } from '#web/text/format.ts'
import { Button, linkLook } from '#web/ui/button.tsx'
import { AsyncPanel } from '#web/ui/page.tsx'
import rows from '#web/ui/rows.module.css'
import shared from '#web/ui/shared.module.css'
import { ErrorState, LoadingProgress } from '#web/ui/states.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { StateTag } from './state-tag.tsx'
import { text } from './text.ts'

const texts = text.sheets
const SHEETS = 'GET /api/sheet-mails'
const LOG_HEIGHT = 160

export function SheetsPanel({ onDone }: { onDone: (message: string) => void }) {
  const state = useCall(SHEETS)
  const [open, setOpen] = useState<'log' | SheetSchedule | null>(null)
  return (
    <>
      <AsyncPanel
        title={texts.title}
        subtitle={texts.note}
        state={state}
        height={80}
        grows
        actions={
          <Group gap={8}>
            <RowButton onClick={() => setOpen('log')}>{texts.log}</RowButton>
            <Link {...linkLook({ frame: 'filled' })} to="/distributors/distributors-details">
              {texts.add}
            </Link>
          </Group>
        }
      >
        {({ data: { schedules, recipients } }) => (
          <Stack gap={10}>
            {schedules.length === 0 ? <p className={shared.quiet}>{texts.empty}</p> : null}
            <ul>
              {schedules.map((schedule) => (
                <Row key={schedule.id} {...{ schedule, recipients }} onRemove={() => setOpen(schedule)} />
              ))}
            </ul>
          </Stack>
        )}
      </AsyncPanel>
      {open === 'log' ? <SheetLog onClose={() => setOpen(null)} /> : null}
      {open !== null && open !== 'log' ? (
        <ConfirmDialog
          title={texts.removeTitle}
          question={texts.removeNote}
          submit={texts.remove}
          failureText={() => text.failed}
          onClose={() => setOpen(null)}
          onConfirm={async () => {
            await call('DELETE /api/sheet-mails/schedules/{id}', { params: { id: open.id } })
            await refresh(SHEETS)
            onDone(texts.removed)
          }}
        />
      ) : null}
    </>
  )
}

interface RowProps {
  readonly schedule: SheetSchedule
  readonly recipients: readonly SheetRecipient[]
  readonly onRemove: () => void
}

function Row({ schedule, recipients, onRemove }: RowProps) {
  const { id, dist_ids, next_at, paused, with_names } = schedule
  const pause = useMutation({
    mutationFn: () => {
      const { next_at: _, ...body } = schedule
      return call('POST /api/sheet-mails/schedules', { body: { ...body, paused: !paused } })
    },
    onSuccess: () => refresh(SHEETS),
  })
  const names = recipients.filter(({ dist_id }) => dist_ids?.includes(dist_id))
  const reached = (dist_ids === null ? recipients : names).filter(({ reach }) => reach !== 'ready').length
  const words = dist_ids === null ? texts.everyone : texts.some(names.map(({ dist_name }) => dist_name))
  return (
    <li key={id} className={rows.row}>
      <span className={rows.what}>
        <span className={shared.line}>
          <strong>{words}</strong>
          {paused ? <Tag tone="calm">{text.own.paused}</Tag> : null}
        </span>
        <span className={shared.quiet}>
          {[
            text.schedule({ every: 'month', ...schedule }),
            ...(next_at === null ? [] : [text.own.next(dateTime(next_at))]),
            ...(with_names ? [texts.withNames] : []),
          ].join(' · ')}
        </span>
        {reached > 0 ? <span className={shared.quiet}>{texts.leftOut(reached)}</span> : null}
        {pause.isError ? (
          <span className={shared.message} data-bad>
            {text.failed}
          </span>
        ) : null}
      </span>
      <Group gap={8}>
        <RowButton loading={pause.isPending} onClick={() => pause.mutate()}>
          {paused ? texts.resume : texts.pause}
        </RowButton>
        <RowButton aria-label={texts.removeLabel(words)} onClick={onRemove}>
          {texts.remove}
        </RowButton>
      </Group>
    </li>
  )
}

function SheetLog({ onClose }: { onClose: () => void }) {
  const state = useCall('GET /api/sheet-mails/log')
  return (
    <Dialog title={texts.logTitle} size="lg" onClose={onClose}>
      {state.status === 'pending' ? <LoadingProgress height={LOG_HEIGHT} /> : null}
      {state.status === 'error' ? (
        <ErrorState height={LOG_HEIGHT} error={state.error} onRetry={state.refetch} />
      ) : null}
      {state.data?.data.length === 0 ? <p className={shared.quiet}>{texts.logEmpty}</p> : null}
      <ul>
        {state.data?.data.map((mail) => (
          <li key={mail.id} className={rows.row}>
            <span className={rows.what}>
              <span>{texts.sent(mail.dist_name, monthName(mail.month))}</span>
              <span className={shared.quiet}>
                {[
                  ...[mail.email, dateTime(mail.written_at), mail.sender],
                  ...(mail.monthly ? [texts.monthly] : []),
                  ...(mail.with_names ? [texts.withNames] : []),
                  ...(mail.attempts > 1 ? [text.log.attempts(mail.attempts)] : []),
                  ...(mail.reason ? [mail.reason] : []),
                ].join(' · ')}
              </span>
            </span>
            <StateTag state={mail.state} />
          </li>
        ))}
      </ul>
      <Group justify="flex-end" mt={12}>
        <Button frame="bordered" tall onClick={onClose}>
          {text.log.close}
        </Button>
      </Group>
    </Dialog>
  )
}
