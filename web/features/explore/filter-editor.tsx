// Selects the values of a filter from those that the question has, with search.
import { Flex, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dimensionOf } from '#contract/questions/dimensions.ts'
import type { Filter } from '#contract/questions/filter.ts'
import { measureOf } from '#contract/questions/measures.ts'
import type { Question } from '#contract/questions/question.ts'
import { fold } from '#contract/row-order.ts'
import { keyIn, numberIn } from '#web/shared/why/why-of.ts'
import { cellText } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/field.tsx'
import { ListError } from '#web/ui/forms/fields.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { ErrorState, Skeleton } from '#web/ui/states.tsx'
import { answerQuery, isTooLong } from './address.ts'
import { valuesOf, withFilter, withoutFilter } from './edits.ts'
import css from './filter-editor.module.css'
import { text } from './text.ts'

interface FilterEditorProps {
  question: Question
  filter: Filter
  onApply: (filter: Filter) => void
  onClose: () => void
}

/** Number of values on screen, and among which the search looks. */
const MOST_SHOWN = 100
const MOST_VALUES = 10_000

export function FilterEditor({ question, filter, onApply, onClose }: FilterEditorProps) {
  const { dimension } = filter
  const { title } = dimensionOf(dimension)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(filter.values))
  const [isExcluded, setExcluded] = useState(filter.isExcluded)
  const [typed, setTyped] = useState('')
  const [isRefused, setRefused] = useState(false)
  const toggle = (key: string) => {
    const next = new Set(chosen)
    if (!next.delete(key)) next.add(key)
    setChosen(next)
    setRefused(false)
  }
  return (
    <Stack
      component="form"
      gap={8}
      onSubmit={(event) => {
        event.preventDefault()
        const next = { dimension, isExcluded, values: [...chosen] }
        if (isTooLong(withFilter(question, next))) return setRefused(true)
        onApply(next)
        onClose()
      }}
    >
      <Text inherit fw={600}>
        {title}
      </Text>
      <Segments
        size="xs"
        fullWidth
        aria-label={text.filter(title)}
        value={isExcluded ? 'exclude' : 'include'}
        onChange={(value) => setExcluded(value === 'exclude')}
        data={[
          { value: 'include', label: text.include },
          { value: 'exclude', label: text.exclude },
        ]}
      />
      <Input
        low
        type="search"
        data-autofocus
        autoFocus
        aria-label={text.searchValues(title)}
        placeholder={text.searchValues(title)}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Values question={question} filter={filter} typed={typed} chosen={chosen} onToggle={toggle} />
      <ListError>{isRefused ? text.tooManyValues : null}</ListError>
      <Flex align="center" justify="space-between" c="dimmed" fz="xs">
        <span role="status">{chosen.size > 0 ? text.chosenValues(chosen.size) : ''}</span>
        <Button type="submit" frame="filled">
          {text.apply}
        </Button>
      </Flex>
    </Stack>
  )
}

interface ValuesProps extends Pick<FilterEditorProps, 'question' | 'filter'> {
  typed: string
  chosen: ReadonlySet<string>
  onToggle: (key: string) => void
}

function Values({ question, filter, typed, chosen, onToggle }: ValuesProps) {
  const { where } = withoutFilter(question, filter.dimension)
  const asked = valuesOf(question, filter.dimension, where)
  const state = useQuery(answerQuery(asked, { page: 1, perPage: MOST_VALUES }))
  const [measure] = question.measures
  if (state.status === 'pending') return <Skeleton height={220} />
  if (state.status === 'error') return <ErrorState height={220} error={state.error} onRetry={state.refetch} />
  const wanted = fold(typed.trim())
  const found = state.data.data
    .map((row) => ({ ...keyIn(row, filter.dimension), value: measure ? numberIn(row, measure) : null }))
    .filter(({ label }) => fold(label).includes(wanted))
  const shown = found.slice(0, MOST_SHOWN)
  return (
    <ul className={css.values} aria-label={dimensionOf(filter.dimension).title}>
      {shown.map(({ key, label, value }) => (
        <li key={key}>
          <label className={css.value}>
            <input type="checkbox" checked={chosen.has(key)} onChange={() => onToggle(key)} />
            <span className={css.label}>{label}</span>
            {measure ? (
              <span className={css.figure}>{cellText(value, { format: measureOf(measure).format })}</span>
            ) : null}
          </label>
        </li>
      ))}
      {found.length === 0 ? <li className={css.note}>{text.noValue}</li> : null}
      {found.length > shown.length ? (
        <li className={css.note}>{text.moreValues(found.length - shown.length)}</li>
      ) : null}
      {state.data.meta.total > MOST_VALUES ? (
        <li className={css.note}>{text.largestValues(MOST_VALUES, state.data.meta.total)}</li>
      ) : null}
    </ul>
  )
}
