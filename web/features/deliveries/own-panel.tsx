import { Group, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { OwnDelivery } from '#contract/deliveries.ts'
import { entryOf } from '#contract/entry.ts'
import { call, refresh, useCall } from '#web/api/call.ts'
import { ConfirmDialog } from '#web/shared/dialogs/dialog.tsx'
import { RowButton } from '#web/shared/lists/row-button.tsx'
import { dateTime } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { AsyncPanel } from '#web/ui/page.tsx'
import rows from '#web/ui/rows.module.css'
import shared from '#web/ui/shared.module.css'
import { Tag } from '#web/ui/tag.tsx'
import { CHANNELS, DELIVERIES } from './calls.ts'
import type { Asked } from './delivery-form.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { text } from './text.ts'

// Loaded on first use.
const DeliveryForm = lazy(() => import('./delivery-form.tsx'))

const texts = text.own

type Open =
  | { readonly mode: 'add' }
  | { readonly mode: 'edit' | 'log' | 'remove'; readonly delivery: OwnDelivery }
  | null

export function OwnPanel({ onDone }: { onDone: (message: string) => void }) {
  const state = useCall(DELIVERIES)
  const [open, setOpen] = useState<Open>(null)
  /** Another screen may open this one with its question. */
  const [asked, forget] = useAsked()
  const close = () => {
    setOpen(null)
    forget()
  }
  const saved = async (name: string) => {
    close()
    await refresh(DELIVERIES)
    onDone(texts.saved(name))
  }
  return (
    <>
      <AsyncPanel
        title={texts.title}
        subtitle={texts.note}
        state={state}
        height={120}
        grows
        actions={
          <Button frame="filled" onClick={() => setOpen({ mode: 'add' })}>
            {texts.add}
          </Button>
        }
      >
        {({ data: { own, has_mail } }) => (
          <Stack gap={10}>
            {has_mail ? null : <p className={shared.caution}>{text.noMail}</p>}
            {own.length === 0 ? <p className={shared.quiet}>{texts.empty}</p> : null}
            <ul>
              {own.map((delivery) => (
                <Row
                  key={delivery.id}
                  {...{ delivery, onDone }}
                  hasMail={has_mail}
                  onOpen={(mode) => setOpen({ mode, delivery })}
                />
              ))}
            </ul>
          </Stack>
        )}
      </AsyncPanel>
      <Suspense>
        {open?.mode === 'add' || asked !== null ? (
          <DeliveryForm asked={asked} onSaved={saved} onClose={close} />
        ) : null}
        {open?.mode === 'edit' ? (
          <DeliveryForm delivery={open.delivery} onSaved={saved} onClose={close} />
        ) : null}
      </Suspense>
      {open?.mode === 'log' ? <DeliveryLog delivery={open.delivery} onClose={close} /> : null}
      {open?.mode === 'remove' ? (
        <ConfirmDialog
          title={texts.removeTitle}
          question={texts.removeNote(open.delivery.name)}
          submit={texts.remove}
          failureText={() => text.failed}
          onClose={close}
          onConfirm={async () => {
            await call('DELETE /api/deliveries/{id}', { params: { id: open.delivery.id } })
            await refresh(DELIVERIES)
            onDone(texts.removed(open.delivery.name))
          }}
        />
      ) : null}
    </>
  )
}

const ASKED = ['name', 'question', 'table', 'address', 'new'] as const

/** What another screen asks to mail, in the address; null: nothing. */
function useAsked(): [Asked | null, () => void] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const given = (name: string) => {
    const value = entryOf(search, name)
    return typeof value === 'string' && value !== '' ? value : null
  }
  const [name, question, table, address] = ASKED.map(given)
  const asked = {
    name: name ?? null,
    question: question ?? null,
    table: table ?? null,
    address: address ?? null,
  }
  const isAsked = [asked.question, asked.table, asked.address].some((one) => one !== null)
  const forget = () => {
    const nothing = Object.fromEntries(ASKED.map((one) => [one, undefined]))
    if (isAsked)
      void navigate({ to: '.', search: (previous: object) => ({ ...previous, ...nothing }), replace: true })
  }
  return [isAsked ? asked : null, forget]
}

interface RowProps {
  readonly delivery: OwnDelivery
  readonly hasMail: boolean
  readonly onDone: (message: string) => void
  readonly onOpen: (mode: 'edit' | 'log' | 'remove') => void
}

function Row({ delivery, hasMail, onDone, onOpen }: RowProps) {
  const { id, name, recipients, next_at, trouble } = delivery
  const attempt = useMutation({
    mutationFn: () => call('POST /api/deliveries/{id}/try', { params: { id } }),
    onSuccess: () => {
      onDone(texts.tried)
      return refresh(CHANNELS)
    },
  })
  const when = [text.schedule(delivery), texts.people(recipients.length)]
  return (
    <li className={rows.row}>
      <span className={rows.what}>
        <span className={shared.line}>
          <strong>{name}</strong>
          {next_at === null ? <Tag tone="calm">{texts.paused}</Tag> : null}
        </span>
        <span className={shared.quiet}>
          {when.join(' · ')}
          {next_at === null ? '' : ` · ${texts.next(dateTime(next_at))}`}
        </span>
        {trouble || attempt.isError ? (
          <span className={shared.message} data-bad>
            {trouble || text.failed}
          </span>
        ) : null}
      </span>
      <Group gap={8}>
        <RowButton
          disabled={!hasMail}
          aria-label={texts.tryLabel(name)}
          loading={attempt.isPending}
          onClick={() => attempt.mutate()}
        >
          {texts.try}
        </RowButton>
        <RowButton aria-label={texts.logLabel(name)} onClick={() => onOpen('log')}>
          {texts.log}
        </RowButton>
        <RowButton aria-label={texts.editLabel(name)} onClick={() => onOpen('edit')}>
          {texts.edit}
        </RowButton>
        <RowButton aria-label={texts.removeLabel(name)} onClick={() => onOpen('remove')}>
          {texts.remove}
        </RowButton>
      </Group>
    </li>
  )
}
