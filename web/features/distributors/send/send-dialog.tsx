// Sends Fichas to distributors, now or each month: each gets its own.

import { Checkbox } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { PROFILE_PATH } from '#contract/address.ts'
import { LAST_DAY } from '#contract/delivery-days.ts'
import type { SheetMails, SheetRecipient } from '#contract/sheet-mails.ts'
import { call, refresh, useCall } from '#web/api/call.ts'
import { useMonths } from '#web/api/compare.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { AsyncDialog, DialogForm } from '#web/shared/dialogs/dialog.tsx'
import { monthName } from '#web/text/format.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Failure } from '#web/ui/message.tsx'
import { Segments } from '#web/ui/segments.tsx'
import shared from '#web/ui/shared.module.css'
import { AddressField } from './address-field.tsx'
import { failureOf } from './failure.ts'
import type { Fallen } from './fallen.ts'
import { Preview } from './preview.tsx'
import { Recipients } from './recipients.tsx'
import css from './send.module.css'
import { text } from './text.ts'

interface SendDialogProps {
  /** Only this one. */
  readonly distId: string | undefined
  readonly fallen: readonly Fallen[]
  readonly onClose: () => void
  readonly onDone: (message: string) => void
}

const MONTH_DAYS = Array.from({ length: 28 }, (_, index) => String(index + 1))

export default function SendDialog({ distId, ...props }: SendDialogProps) {
  const state = useCall('GET /api/sheet-mails')
  return (
    <AsyncDialog state={state} title={text.title} size="lg" onClose={props.onClose}>
      {({ data }) => {
        const only = data.recipients.find(({ dist_id }) => dist_id === distId)
        return <Form {...props} mails={data} only={only} />
      }}
    </AsyncDialog>
  )
}

interface FormProps extends Omit<SendDialogProps, 'distId'> {
  readonly mails: SheetMails
  readonly only: SheetRecipient | undefined
}

/** What is chosen, and the call that sends it. */
function useSending({ mails, only, onDone }: Pick<FormProps, 'mails' | 'only' | 'onDone'>) {
  const { month, query: shown, against } = useMonths()
  const { recipients } = mails
  const [when, setWhen] = useState<'now' | 'month'>('now')
  const [picked, setPicked] = useState<readonly string[]>([])
  const [everyone, setEveryone] = useState(false)
  const [withNames, setWithNames] = useState(false)
  const [day, setDay] = useState('1')
  const [time, setTime] = useState('08:00')
  const [isWrong, setWrong] = useState(false)
  /** An address is typed and not saved: the Ficha would go to the one before. */
  const [unsaved, setUnsavedOf] = useState<ReadonlySet<string>>(new Set())
  const isUnsaved = unsaved.size > 0
  const setUnsaved = (distId: string, is: boolean) =>
    setUnsavedOf((now) => new Set([...[...now].filter((one) => one !== distId), ...(is ? [distId] : [])]))
  const ready = recipients.filter(({ reach }) => reach === 'ready').map(({ dist_id }) => dist_id)
  const chosen = (only ? [only.dist_id] : picked).filter((id) => ready.includes(id))
  const isAll = !only && chosen.length > 0 && chosen.length === ready.length
  const send = useMutation({
    mutationFn: async () => {
      const common = { dist_ids: chosen, with_names: withNames }
      if (when === 'now') {
        const body = { ...common, ...shown }
        return text.sent((await call('POST /api/sheet-mails/send', { body })).data.sent)
      }
      const dist_ids = everyone && isAll ? null : chosen
      const body = { ...common, dist_ids, on_day: Number(day), at_time: time }
      await call('POST /api/sheet-mails/schedules', { body })
      return text.scheduled
    },
    onSuccess: (message) => {
      void refresh('GET /api/sheet-mails', 'GET /api/sheet-mails/log')
      onDone(message)
    },
  })
  const submit = () => {
    const isFine = chosen.length > 0 && time !== '' && !isUnsaved
    setWrong(!isFine)
    if (isFine) send.mutate()
  }
  return {
    ...{ month, shown, against, when, setWhen, chosen, setPicked, isAll, isWrong, send, submit },
    ...{ isUnsaved, setUnsaved },
    ...{ everyone, setEveryone, withNames, setWithNames, day, setDay, time, setTime },
  }
}

type Sending = ReturnType<typeof useSending>

function Form({ mails, only, fallen, onClose, onDone }: FormProps) {
  const user = useUser()
  const sending = useSending({ mails, only, onDone })
  const { month, shown, against, when, setWhen, chosen, isWrong, send, withNames, setWithNames } = sending
  const { recipients, has_mail: hasMail } = mails
  const first = recipients.find(({ dist_id }) => dist_id === (only?.dist_id ?? chosen[0]))
  return (
    <DialogForm
      title={only ? text.oneTitle(only.dist_name) : text.title}
      size="lg"
      submit={when === 'now' ? text.submit(chosen.length) : text.schedule}
      mutation={send}
      failureText={failureOf}
      onClose={onClose}
      onSubmit={sending.submit}
    >
      <Segments
        aria-label={text.when}
        value={when}
        onChange={setWhen}
        data={[
          { value: 'now', label: text.times.now },
          { value: 'month', label: text.times.month },
        ]}
      />
      <p className={shared.quiet}>
        {when === 'month' ? text.monthlyNote : (only ? text.oneNote : text.note)(monthName(month), against)}
      </p>
      {hasMail ? null : <p className={shared.caution}>{text.noMail}</p>}
      {only ? (
        <OwnAddress recipient={only} isWrong={isWrong} onTyped={sending.setUnsaved} />
      ) : (
        <Recipients
          {...{ recipients, fallen, chosen }}
          onChange={sending.setPicked}
          onTyped={sending.setUnsaved}
          error={isWrong && chosen.length === 0 ? text.pick : null}
        />
      )}
      {isWrong && sending.isUnsaved ? <Failure>{text.saveFirst}</Failure> : null}
      <Allowing isNeeded={(only ? [only] : recipients).some(({ reach }) => reach === 'not-allowed')} />
      {when === 'month' ? <When {...sending} /> : null}
      {mayUser(user, 'personal-data') ? (
        <Checkbox
          label={text.withNames}
          checked={withNames}
          onChange={({ currentTarget }) => setWithNames(currentTarget.checked)}
        />
      ) : null}
      {first ? (
        <Preview
          key={`${first.dist_id} ${when}`}
          of={first}
          shown={when === 'now' ? shown : { start_date: month }}
          {...{ withNames, hasMail }}
        />
      ) : null}
      {only ? <ToAccounts of={only} /> : null}
    </DialogForm>
  )
}

interface OwnAddressProps {
  readonly recipient: SheetRecipient
  readonly isWrong: boolean
  readonly onTyped: (distId: string, isUnsaved: boolean) => void
}

function OwnAddress({ recipient, isWrong, onTyped }: OwnAddressProps) {
  return (
    <>
      <AddressField {...{ recipient, onTyped }} />
      {recipient.reach === 'ready' ? null : isWrong ? (
        <Failure>{text.unreached(text.reach[recipient.reach])}</Failure>
      ) : (
        <p className={shared.message} data-bad>
          {text.reach[recipient.reach]}
        </p>
      )}
    </>
  )
}

/** Where an address is not allowed: who can allow it. */
function Allowing({ isNeeded }: { isNeeded: boolean }) {
  const user = useUser()
  if (!isNeeded) return null
  return (
    <p className={shared.quiet}>
      {text.notAllowed}{' '}
      {mayUser(user, 'settings') ? (
        <Link className={shared.textLink} to="/settings/recipients">
          {text.allow}
        </Link>
      ) : null}
    </p>
  )
}

function When({ day, setDay, time, setTime, isAll, everyone, setEveryone }: Sending) {
  return (
    <>
      <div className={css.when}>
        <SelectField
          label={text.day}
          value={day}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
          data={[
            ...MONTH_DAYS.map((value) => ({ value, label: value })),
            { value: String(LAST_DAY), label: text.lastDay },
          ]}
        />
        <TextField
          type="time"
          label={text.time}
          value={time}
          onChange={({ currentTarget }) => setTime(currentTarget.value)}
        />
      </div>
      {isAll ? (
        <Checkbox
          label={text.everyone}
          checked={everyone}
          onChange={({ currentTarget }) => setEveryone(currentTarget.checked)}
        />
      ) : null}
    </>
  )
}

function ToAccounts({ of: { dist_id, dist_name } }: { of: SheetRecipient }) {
  return (
    <p>
      <Link
        className={shared.textLink}
        to="/analysis/deliveries"
        search={{
          ...{ new: '1', name: text.sheetOf(dist_name) },
          address: PROFILE_PATH.replace('$dist_id', encodeURIComponent(dist_id)),
        }}
      >
        {text.toAccounts}
      </Link>
    </p>
  )
}
