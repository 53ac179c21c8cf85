// Filters as chips that open their editor, including the default status, and the button that adds another.
import { Box } from '@mantine/core'
import { IconFilterPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DIMENSION_KEYS, type DimensionKey, dimensionOf } from '#contract/questions/dimensions.ts'
import { type Filter, isEveryStatus } from '#contract/questions/filter.ts'
import type { Question } from '#contract/questions/question.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { keyIn } from '#web/shared/why/why-of.ts'
import { Button } from '#web/ui/button.tsx'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import type { Asked } from './address.ts'
import { withFilter, withoutFilter } from './edits.ts'
import { maySplit, misfit } from './fields.ts'
import css from './filter-chips.module.css'
import { FilterEditor } from './filter-editor.tsx'
import { labelQuery } from './filter-words.ts'
import bar from './question-bar.module.css'
import { text } from './text.ts'
import { defaultStatuses, ownLabel, shortList, statusesText } from './wording.ts'

const WIDTH = 300

export function FilterChips({ asked: { question, go } }: { asked: Asked }) {
  const statuses = defaultStatuses(question)
  if (question.measures.length === 0) return null
  const apply = (filter: Filter) => go(withFilter(question, filter))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame of its own
    <div className={bar.chips} role="group" aria-label={text.filters}>
      <Box component="span" visibleFrom="xs" w={1} h={18} mx={4} bg="var(--gd-border-strong)" aria-hidden />
      {statuses === null ? null : (
        <EditableChip
          question={question}
          filter={{
            dimension: 'status',
            isExcluded: false,
            values: statuses === 'mixed' ? [] : statuses,
          }}
          words={statusesText(statuses)}
          hint={text.defaultStatus}
          isQuiet
          onApply={apply}
        />
      )}
      {question.where.map((filter, index) => (
        <FilterChip
          // biome-ignore lint/suspicious/noArrayIndexKey: an address may filter twice by a dimension
          key={`${filter.dimension} ${index}`}
          question={question}
          filter={filter}
          onApply={apply}
          onRemove={() => go(withoutFilter(question, filter.dimension))}
        />
      ))}
      <AddFilter question={question} onApply={apply} />
    </div>
  )
}

interface FilterChipProps {
  question: Question
  filter: Filter
  onApply: (filter: Filter) => void
  onRemove?: () => void
}

function FilterChip(props: FilterChipProps) {
  const { filter, question } = props
  const labels = useLabels(question, filter)
  if (isEveryStatus(filter)) return <EditableChip {...props} words={text.allStatuses} />
  const words = shortList(filter.values.map((value) => labels.get(value) ?? value))
  return <EditableChip {...props} words={filter.isExcluded ? `${text.except} ${words}` : words} />
}

interface EditableChipProps extends FilterChipProps {
  words: string
  hint?: string
  isQuiet?: boolean
}

function EditableChip({ question, filter, words, hint, isQuiet, onApply, onRemove }: EditableChipProps) {
  const { title, definition } = dimensionOf(filter.dimension)
  return (
    <span className={css.around}>
      <Dropdown
        label={text.filter(title)}
        role="dialog"
        width={WIDTH}
        button={(opener) => (
          <Tooltip label={hint ?? definition} openDelay={500}>
            <button
              type="button"
              {...opener}
              className={bar.chip}
              data-kind="filter"
              data-quiet={isQuiet}
              data-removable={onRemove ? '' : undefined}
              onKeyDown={({ key }) => {
                if (key === 'Delete' || key === 'Backspace') onRemove?.()
              }}
            >
              <span className={bar.words}>
                <Box component="span" c="dimmed" fw={400}>
                  {title}:
                </Box>{' '}
                {words}
              </span>
            </button>
          </Tooltip>
        )}
      >
        {(close) => <FilterEditor question={question} filter={filter} onApply={onApply} onClose={close} />}
      </Dropdown>
      {onRemove ? (
        <button
          type="button"
          className={css.remove}
          aria-label={text.remove(text.filter(title))}
          tabIndex={-1}
          onClick={onRemove}
        >
          <IconX size={12} stroke={2} aria-hidden />
        </button>
      ) : null}
    </span>
  )
}

/** Labels of a filter's values: from the rows of the question if the catalogue does not know them. */
function useLabels(question: Question, filter: Filter): ReadonlyMap<string, string> {
  const { dimension, values } = filter
  const own = values.map((value): [string, string | null] => [value, ownLabel(dimension, value)])
  const { data } = useQuery(labelQuery(question, filter))
  const named = data?.data.map((row) => keyIn(row, dimension)) ?? []
  return new Map([
    ...own.flatMap(([key, label]): [string, string][] => (label === null ? [] : [[key, label]])),
    ...named.map(({ key, label }): [string, string] => [key, label]),
  ])
}

/** Selects a dimension, then its values. */
function AddFilter({ question, onApply }: Pick<FilterChipProps, 'question' | 'onApply'>) {
  const user = useUser()
  const [dimension, setDimension] = useState<DimensionKey | null>(null)
  const taken = new Set(question.where.map((filter) => filter.dimension))
  const offered = DIMENSION_KEYS.filter(
    (key) =>
      !taken.has(key) &&
      misfit(question, key) === null &&
      maySplit(key, (permission) => mayUser(user, permission)),
  )
  return (
    <Dropdown
      label={text.newFilter}
      role="dialog"
      width={WIDTH}
      onToggle={(open) => open && setDimension(null)}
      button={(opener) => (
        <Button {...opener} className={css.add} aria-label={text.newFilter}>
          <IconFilterPlus size={14} stroke={1.7} aria-hidden />
          {text.addFilter}
        </Button>
      )}
    >
      {(close) =>
        dimension === null ? (
          <Box component="ul" m={-4} aria-label={text.filterBy}>
            {offered.map((key) => (
              <li key={key}>
                <button type="button" className={bar.choice} onClick={() => setDimension(key)}>
                  {dimensionOf(key).title}
                </button>
              </li>
            ))}
          </Box>
        ) : (
          <FilterEditor
            question={question}
            filter={{ dimension, isExcluded: false, values: [] }}
            onApply={onApply}
            onClose={close}
          />
        )
      }
    </Dropdown>
  )
}
