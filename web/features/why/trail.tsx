// The filters taken so far, each a way back.
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
  /** The answer, or while it loads the one before, whose lists name the value that was taken. */
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

/** What the figures are limited to, for readers who do not see the trail. */
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
