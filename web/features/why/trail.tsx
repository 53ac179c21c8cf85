// The filters applied so far; each goes back to its step.
import { IconChevronRight } from '@tabler/icons-react'
import type { ExplanationBody } from '#contract/questions/explain-call.ts'
import type { ExplainQuestion } from '#contract/questions/explain-question.ts'
import { type Filter, filterText, isEveryStatus } from '#contract/questions/filter.ts'
import { useWhyHref, withFilters } from './address.ts'
import { text } from './text.ts'
import css from './why.module.css'
import { WhyLink } from './why-link.tsx'

const NAMED = 2

interface TrailProps {
  why: string
  question: ExplainQuestion
  /** The answer, or while it loads the previous one, whose lists contain the label of the opened value. */
  body: ExplanationBody | undefined
}

function labelIn(body: ExplanationBody | undefined, { dimension }: Filter, key: string): string {
  const named = body?.meta.where.find((one) => one.dimension === dimension)?.values
  const listed = body?.data.dimensions.find((one) => one.key === dimension)?.values
  return [...(named ?? []), ...(listed ?? [])].find((one) => one.key === key)?.label ?? key
}

function wordsOf(filter: Filter, body: ExplanationBody | undefined): string {
  if (isEveryStatus(filter)) return text.everyStatus
  const labels = filter.values.slice(0, NAMED).map((key) => labelIn(body, filter, key))
  const more = filter.values.length - labels.length
  const words = more > 0 ? `${labels.join(', ')} ${text.andMore(more)}` : labels.join(', ')
  return filter.isExcluded ? `${text.except} ${words}` : words
}

/** The filters of the figures, for readers who do not see the path. */
export const scopeWords = ({ where }: ExplainQuestion, body: ExplanationBody): string =>
  where.map((filter) => wordsOf(filter, body)).join(', ')

export function Trail({ why, question: { where }, body }: TrailProps) {
  const hrefOf = useWhyHref()
  if (where.length === 0) return null
  const steps = where.map((filter, index) => ({
    words: wordsOf(filter, body),
    upTo: where.slice(0, index + 1),
  }))
  return (
    <nav aria-label={text.trail}>
      <ol className={css.trail}>
        {[{ words: text.all, upTo: [] as Filter[] }, ...steps].map(({ words, upTo }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its depth
          <li key={index} aria-current={index === where.length ? 'page' : undefined}>
            {index > 0 ? <IconChevronRight size={13} stroke={1.6} aria-hidden /> : null}
            {index === where.length ? (
              words
            ) : (
              <WhyLink href={hrefOf(withFilters(why, upTo.map(filterText)))}>{words}</WhyLink>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
