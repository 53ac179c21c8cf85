// The question above its answer: period, chosen fields and filters as chips.
import { Flex } from '@mantine/core'
import { IconArrowsLeftRight, IconX } from '@tabler/icons-react'
import { dimensionOf, TIME_GRAINS, type TimeGrain } from '#contract/questions/dimensions.ts'
import { measureOf } from '#contract/questions/measures.ts'
import { QUESTION_COMPARISONS, type Question, type QuestionComparison } from '#contract/questions/question.ts'
import type { Answered } from '#web/shared/questions/answers.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Select } from '#web/ui/field.tsx'
import shared from '#web/ui/shared.module.css'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useRoving } from '#web/ui/use-roving.ts'
import type { Asked } from './address.ts'
import { swapped, withDimension, withMeasure, withPart } from './edits.ts'
import { FilterChips } from './filter-chips.tsx'
import { PeriodPicker } from './period-picker.tsx'
import css from './question-bar.module.css'
import { text } from './text.ts'

interface QuestionBarProps {
  asked: Asked
  answered: Answered | undefined
}

export function QuestionBar({ asked, answered }: QuestionBarProps) {
  const { question, go } = asked
  return (
    <Flex component="section" direction="column" gap={8} miw={0} aria-label={text.question} data-no-print>
      <div className={`${css.line} ${css.pickers}`}>
        <PeriodPicker
          question={question}
          answered={answered}
          onPeriod={(next) => go(withPart(question, { period: next }))}
        />
        <Select
          low
          aria-label={text.compare}
          value={question.compare}
          data={optionsOf(QUESTION_COMPARISONS)}
          onChange={({ currentTarget: { value } }) =>
            go(withPart(question, { compare: value as QuestionComparison }))
          }
        />
        <Select
          low
          aria-label={text.grain}
          value={question.grain ?? ''}
          data={[{ value: '', label: text.noGrain }, ...grains]}
          onChange={({ currentTarget: { value } }) =>
            go(withPart(question, { grain: value === '' ? null : (value as TimeGrain) }))
          }
        />
        <RowLimit question={question} onLimit={(limit) => go(withPart(question, { limit }))} />
      </div>
      <div className={css.line}>
        <FieldChips asked={asked} />
        <FilterChips asked={asked} />
      </div>
    </Flex>
  )
}

const optionsOf = (titles: Readonly<Record<string, string>>) =>
  Object.entries(titles).map(([value, label]) => ({ value, label }))

const grains = (Object.keys(TIME_GRAINS) as TimeGrain[]).map((value) => ({
  value,
  label: text.eachGrain[value],
}))

const LIMITS = [5, 10, 20, 50, 100]

function RowLimit({ question, onLimit }: { question: Question; onLimit: (limit: number | null) => void }) {
  const { by, limit } = question
  if (by.length === 0) return null
  const offered = [...new Set([...LIMITS, ...(limit === null ? [] : [limit])])].sort((a, b) => a - b)
  return (
    <Select
      low
      aria-label={text.limit}
      value={limit === null ? '' : String(limit)}
      data={[
        { value: '', label: text.allRows },
        ...offered.map((count) => ({ value: String(count), label: text.firstRows(count) })),
      ]}
      onChange={({ currentTarget: { value } }) => onLimit(value === '' ? null : Number(value))}
    />
  )
}

/** One tab stop; arrows move between the chips, Enter or Delete removes one. */
function FieldChips({ asked: { question, go } }: { asked: Asked }) {
  const chips = [
    ...question.measures.map((key) => ({
      key,
      kind: 'measure',
      ...measureOf(key),
      remove: () => go(withMeasure(question, key)),
    })),
    ...question.by.map((key) => ({
      key,
      kind: 'dimension',
      ...dimensionOf(key),
      remove: () => go(withDimension(question, key)),
    })),
  ]
  const roving = useRoving<HTMLButtonElement>(chips.length, 0)
  if (chips.length === 0) return null
  const firstDimension = question.measures.length
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame of its own
    <div className={css.chips} role="group" aria-label={text.chosen}>
      {chips.map(({ key, kind, title, definition, remove }, index) => {
        const stop = roving(index)
        return (
          <Flex key={key} component="span" display="inline-flex" align="center" gap={6}>
            {index === firstDimension && index > 0 ? <span className={shared.quiet}>{text.by}</span> : null}
            <Tooltip label={definition} openDelay={500}>
              <button
                type="button"
                {...stop}
                className={css.chip}
                data-kind={kind}
                aria-label={text.remove(title)}
                onClick={remove}
                onKeyDown={(event) => {
                  stop.onKeyDown(event)
                  if (event.key === 'Delete' || event.key === 'Backspace') remove()
                }}
              >
                {title}
                <IconX size={12} stroke={2} aria-hidden />
              </button>
            </Tooltip>
          </Flex>
        )
      })}
      {question.by.length === 2 ? (
        <IconButton tip label={text.swap} onClick={() => go(swapped(question))}>
          <IconArrowsLeftRight size={14} aria-hidden />
        </IconButton>
      ) : null}
    </div>
  )
}
