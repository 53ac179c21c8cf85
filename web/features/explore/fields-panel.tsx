// The fields that a question may have: measures and dimensions, with search and definitions.
import { Text } from '@mantine/core'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, memo, useRef, useState } from 'react'
import { fold } from '#contract/row-order.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { Input } from '#web/ui/field.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useRoving } from '#web/ui/use-roving.ts'
import type { Asked } from './address.ts'
import { withDimension, withMeasure } from './edits.ts'
import { dimensionFields, type FieldState, measureFields } from './fields.ts'
import css from './fields-panel.module.css'
import { text } from './text.ts'

const fieldsOf = ({ asked: { question } }: { asked: Asked }): string =>
  JSON.stringify([question.measures, question.by, question.where])

/** Memoised so that a step in time does not render all fields again. */
export const FieldsPanel = memo(Fields, (before, after) => fieldsOf(before) === fieldsOf(after))

function Fields({ asked: { question, edit } }: { asked: Asked }) {
  const user = useUser()
  const may = (permission: Parameters<typeof mayUser>[1]) => mayUser(user, permission)
  const [typed, setTyped] = useState('')
  const lists = useRef<HTMLDivElement>(null)
  const wanted = fold(typed.trim())
  const matching = <Key extends string>(fields: readonly FieldState<Key>[]) =>
    fields.filter(({ title, definition }) => fold(`${title} ${definition}`).includes(wanted))
  const measures = matching(measureFields(question, may))
  const dimensions = matching(dimensionFields(question, may))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setTyped('')
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
    event.preventDefault()
    const first = lists.current?.querySelector<HTMLButtonElement>('button[data-field]')
    if (event.key === 'Enter' && wanted !== '') first?.click()
    else first?.focus()
  }
  return (
    <div className={css.panel}>
      <Input
        low
        type="search"
        aria-label={text.searchFields}
        placeholder={text.searchFields}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className={css.lists} ref={lists}>
        <FieldList
          title={text.measures}
          fields={measures}
          onToggle={(key) => edit((now) => withMeasure(now, key))}
        />
        <FieldList
          title={text.dimensions}
          fields={dimensions}
          onToggle={(key) => edit((now) => withDimension(now, key))}
        />
        {measures.length + dimensions.length === 0 ? (
          <Text c="dimmed" fz="sm" my={12} mx={8}>
            {text.noField(typed.trim())}
          </Text>
        ) : null}
      </div>
    </div>
  )
}

interface FieldListProps<Key extends string> {
  title: string
  fields: readonly FieldState<Key>[]
  onToggle: (key: Key) => void
}

function FieldList<Key extends string>({ title, fields, onToggle }: FieldListProps<Key>) {
  const roving = useRoving<HTMLButtonElement>(fields.length, 0)
  if (fields.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className={css.title}>{title}</h2>
      <ul>
        {fields.map(({ key, title: name, definition, isChosen, refusal }, index) => (
          <li key={key}>
            <Tooltip label={refusal === null ? definition : `${refusal} ${definition}`} openDelay={500}>
              <button
                type="button"
                className={css.field}
                data-field={key}
                aria-pressed={isChosen}
                aria-disabled={refusal !== null || undefined}
                {...roving(index)}
                onClick={() => refusal === null && onToggle(key)}
              >
                <span className={css.name}>{name}</span>
                {isChosen ? (
                  <IconCheck size={14} stroke={2.2} aria-hidden />
                ) : (
                  <IconPlus className={css.plus} size={14} aria-hidden />
                )}
              </button>
            </Tooltip>
          </li>
        ))}
      </ul>
    </section>
  )
}
