// What an alert watches: a measure, each value of a dimension, filters.

import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { canFilter, canSplit, canWatch } from '#contract/alerts/rule.ts'
import { DIMENSION_KEYS, type DimensionKey, dimensionOf } from '#contract/questions/dimensions.ts'
import { MEASURE_KEYS, measureOf } from '#contract/questions/measures.ts'
import type { Filter } from '#contract/questions/question.ts'
import { fits } from '#contract/questions/rules.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { IconButton } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import css from './alerts.module.css'
import { countsOrders, type DraftForm } from './draft.ts'
import { text } from './text.ts'
import { useValueNames, useValues } from './values.ts'

const texts = text.form

export function WatchedFields({ form }: { form: DraftForm }) {
  const user = useUser()
  const { kind } = form.values
  const measure = countsOrders(kind) ? 'orders' : form.values.measure
  const isOffered = (key: DimensionKey) => fits(measure, key) && mayUser(user, dimensionOf(key).permission)
  const split = DIMENSION_KEYS.filter((key) => isOffered(key) && canSplit(key, kind))
  const choice = (key: DimensionKey) => ({ value: key, label: dimensionOf(key).title })
  return (
    <div className={css.fields}>
      <SelectField
        label={texts.measure}
        data={MEASURE_KEYS.filter(
          (key) => canWatch(key, kind) && mayUser(user, measureOf(key).permission),
        ).map((key) => ({ value: key, label: measureOf(key).title }))}
        {...form.getInputProps('measure')}
        value={measure}
      />
      <SelectField
        label={texts.by}
        data={[{ value: '', label: texts.whole }, ...split.map(choice)]}
        {...form.getInputProps('by')}
      />
      <Filters form={form} offered={DIMENSION_KEYS.filter((key) => isOffered(key) && canFilter(key, kind))} />
    </div>
  )
}

function Chip({ filter, onRemove }: { filter: Filter; onRemove: () => void }) {
  const { dimension, isExcluded } = filter
  const values = useValueNames(filter)
  const label = `${dimensionOf(dimension).title}: ${isExcluded ? text.without(values) : values}`
  return (
    <li>
      {label}
      <IconButton label={texts.noFilter(label)} onClick={onRemove}>
        <IconX size={13} aria-hidden />
      </IconButton>
    </li>
  )
}

function Filters({ form, offered }: { form: DraftForm; offered: readonly DimensionKey[] }) {
  const [dimension, setDimension] = useState<DimensionKey | ''>('')
  const { where } = form.values
  const set = (next: readonly Filter[]) => form.setFieldValue('where', next)
  const without = (gone: Filter) => where.filter((each: Filter) => each !== gone)
  return (
    <>
      {where.length > 0 ? (
        <ul className={css.chips} aria-label={texts.filters}>
          {where.map((filter: Filter) => (
            <Chip
              key={`${filter.dimension} ${filter.values.join()}`}
              filter={filter}
              onRemove={() => set(without(filter))}
            />
          ))}
        </ul>
      ) : null}
      {offered.length === 0 ? null : (
        <SelectField
          label={texts.filterBy}
          data={[
            { value: '', label: texts.none },
            ...offered.map((key) => ({ value: key, label: dimensionOf(key).title })),
          ]}
          value={dimension}
          onChange={({ currentTarget: { value } }) =>
            setDimension(offered.find((key) => key === value) ?? '')
          }
        />
      )}
      {dimension === '' ? null : (
        <Values
          dimension={dimension}
          onChosen={(value) => {
            set(withValue(where, dimension, value))
            setDimension('')
          }}
        />
      )}
    </>
  )
}

/** One more value of the dimension: filters of the same one would all have to hold. */
function withValue(where: readonly Filter[], dimension: DimensionKey, value: string): Filter[] {
  const own = where.find((filter) => filter.dimension === dimension && !filter.isExcluded)
  if (!own) return [...where, { dimension, isExcluded: false, values: [value] }]
  const values = [...new Set([...own.values, value])]
  return where.map((filter) => (filter === own ? { ...own, values } : filter))
}

function Values({ dimension, onChosen }: { dimension: DimensionKey; onChosen: (value: string) => void }) {
  const values = useValues(dimension)
  return (
    <SelectField
      label={texts.filterValue}
      data={[
        { value: '', label: texts.none },
        ...values.map(({ key, label }) => ({ value: key === '' ? ' ' : key, label })),
      ]}
      value=""
      onChange={({ currentTarget: { value } }) => value !== '' && onChosen(value.trim())}
    />
  )
}
