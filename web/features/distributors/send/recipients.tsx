// Who gets a Ficha: distributors with their addresses, those that fell most first.

import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { SheetRecipient } from '#contract/sheet-mails.ts'
import { useMonths } from '#web/api/compare.ts'
import { RowButton } from '#web/shared/lists/row-button.tsx'
import { signedShortMoney } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import shared from '#web/ui/shared.module.css'
import { Tag } from '#web/ui/tag.tsx'
import { AddressField } from './address-field.tsx'
import { type Fallen, fellMost } from './fallen.ts'
import css from './send.module.css'
import { text } from './text.ts'

const PICKS = [3, 10] as const
/** Rendered at once; the search finds the others. */
const SHOWN = 100

interface RecipientsProps {
  readonly recipients: readonly SheetRecipient[]
  readonly fallen: readonly Fallen[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: string[]) => void
  readonly onTyped: (distId: string, isUnsaved: boolean) => void
  readonly error: string | null
}

const fold = (words: string) => words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

export function Recipients({ recipients, fallen, chosen, onChange, onTyped, error }: RecipientsProps) {
  const [typed, setTyped] = useState('')
  const { against } = useMonths()
  const ready = recipients.filter(({ reach }) => reach === 'ready').map(({ dist_id }) => dist_id)
  const moved = new Map(fallen.map(({ dist_id, difference }) => [dist_id, difference]))
  const offered = recipients
    .filter(({ dist_id, dist_name }) => fold(`${dist_name} ${dist_id}`).includes(fold(typed.trim())))
    .toSorted((one, other) => (moved.get(one.dist_id) ?? 0) - (moved.get(other.dist_id) ?? 0))
  const known = new Set(recipients.map(({ dist_id }) => dist_id))
  const [unreached, setUnreached] = useState(0)
  const pick = (ids: readonly string[]) => {
    const reached = ids.filter((id) => ready.includes(id))
    setUnreached(ids.length - reached.length)
    onChange(reached)
  }
  return (
    <fieldset className={css.whom}>
      <legend>{text.whom}</legend>
      {fallen.length > 0 ? <p className={shared.quiet}>{text.changeOf(against)}</p> : null}
      <div className={css.picks}>
        {PICKS.filter((count) => fellMost(fallen, known, count).length === count).map((count) => (
          <Button frame="bordered" key={count} onClick={() => pick(fellMost(fallen, known, count))}>
            {text.fellMost(count)}
          </Button>
        ))}
        <Button frame="bordered" onClick={() => pick(ready)}>
          {text.all}
        </Button>
        {chosen.length > 0 ? (
          <Button frame="bordered" onClick={() => pick([])}>
            {text.none}
          </Button>
        ) : null}
        <span className={shared.quiet} role="status">
          {chosen.length + unreached > 0 ? text.chosen(chosen.length, unreached) : ''}
        </span>
      </div>
      <TextField
        aria-label={text.find}
        placeholder={text.find}
        autoComplete="off"
        value={typed}
        error={error}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div className={`${shared.box} ${css.list}`}>
        {offered.length === 0 ? <p className={shared.quiet}>{text.nobody}</p> : null}
        {offered.slice(0, SHOWN).map((recipient) => (
          <One
            key={recipient.dist_id}
            recipient={recipient}
            onTyped={onTyped}
            difference={moved.get(recipient.dist_id)}
            checked={chosen.includes(recipient.dist_id)}
            onCheck={(checked) =>
              onChange(
                checked ? [...chosen, recipient.dist_id] : chosen.filter((id) => id !== recipient.dist_id),
              )
            }
          />
        ))}
        {offered.length > SHOWN ? <p className={shared.quiet}>{text.more(offered.length - SHOWN)}</p> : null}
      </div>
    </fieldset>
  )
}

interface OneProps extends Pick<RecipientsProps, 'onTyped'> {
  readonly recipient: SheetRecipient
  readonly difference: number | undefined
  readonly checked: boolean
  readonly onCheck: (checked: boolean) => void
}

function One({ recipient, difference, checked, onCheck, onTyped }: OneProps) {
  const [isEdited, setEdited] = useState(false)
  const { dist_name, email, reach } = recipient
  return (
    <div className={css.one}>
      <Checkbox
        className={css.who}
        size="sm"
        label={dist_name}
        description={email || text.noEmail}
        disabled={reach !== 'ready'}
        checked={checked}
        onChange={({ currentTarget }) => onCheck(currentTarget.checked)}
      />
      {difference ? (
        <span className={`${shared.quiet} ${css.fell}`}>{signedShortMoney(difference)}</span>
      ) : null}
      {reach === 'ready' ? null : <Tag tone="calm">{text.reach[reach]}</Tag>}
      <RowButton
        type="button"
        aria-label={text.emailOf(dist_name)}
        aria-expanded={isEdited}
        onClick={() => setEdited(!isEdited)}
      >
        E-mail
      </RowButton>
      {isEdited ? <AddressField {...{ recipient, onTyped }} onSaved={() => setEdited(false)} /> : null}
    </div>
  )
}
