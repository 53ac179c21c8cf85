// Two or three sentences that a manager can forward; every number names the filter that leads to it.
import { hasChange, type Reading } from '#contract/known-change.ts'
import { percentChange } from '#contract/percent-change.ts'
import { dimensionOf } from '#contract/questions/dimensions.ts'
import { type ExplainQuestion, FACTORS } from '#contract/questions/explain-question.ts'
import { filterText } from '#contract/questions/filter.ts'
import { measureOf } from '#contract/questions/measures.ts'
import type { Explanation } from './explain.ts'
import { number, percent, SENTENCES, signed } from './text.ts'

export interface Sentence {
  /** Text with placeholders {0}, {1} … for the numbers. */
  readonly text: string
  readonly numbers: readonly { readonly text: string; readonly where: string | null }[]
}

const MOST_NAMED = 3
/** Factors below this share of the largest are not mentioned. */
const LEAST_PART = 0.15

const plain = (texts: readonly string[]) => texts.map((text) => ({ text, where: null }))

/** `reading`: of the days that changed. */
export function sentencesOf(
  question: ExplainQuestion,
  explanation: Explanation,
  reading: Reading,
): Sentence[] {
  const { opening, factors, standingOut } = partsOf(question, explanation, reading)
  return [opening, ...factors, ...standingOut]
}

/**
 * How much it changed and what carried that: the values that stand out, where there are some, else the factors. `withPreparing`:
 * the question includes what is in preparation, and nothing beside the sentences says so.
 */
export function twoSentencesOf(
  question: ExplainQuestion,
  explanation: Explanation,
  { reading, withPreparing }: { reading: Reading; withPreparing: boolean },
): Sentence[] {
  const { title } = measureOf(question.measure)
  const named = withPreparing ? SENTENCES.withPreparing(title) : title
  const { opening, factors, standingOut } = partsOf(question, explanation, reading, named)
  const values = standingOut.filter(({ numbers }) => numbers.length > 0)
  return [opening, ...(values.length > 0 ? values : factors)]
}

interface Parts {
  readonly opening: Sentence
  readonly factors: readonly Sentence[]
  readonly standingOut: readonly Sentence[]
}

function partsOf(
  { measure }: ExplainQuestion,
  explanation: Explanation,
  reading: Reading,
  title: string = measureOf(measure).title,
): Parts {
  const { format } = measureOf(measure)
  const { before, after, difference } = explanation
  if (before === null || after === null || difference === null)
    return { opening: { text: SENTENCES.nothing(title), numbers: [] }, factors: [], standingOut: [] }
  const standingOut = standingOutSentence(explanation, format)
  if (difference === 0) {
    const opening = { text: SENTENCES.same(title), numbers: plain([number(after, format)]) }
    return { opening, factors: [], standingOut }
  }
  const moved = hasChange(reading, after) ? percentChange(after, before, 1) : null
  const change = moved === null ? [] : [percent(moved)]
  const opening = {
    text: SENTENCES.changed(title, difference > 0, change.length > 0),
    numbers: plain([
      number(Math.abs(difference), format),
      ...change,
      number(before, format),
      number(after, format),
    ]),
  }
  return { opening, factors: factorSentence(explanation, format), standingOut }
}

type Format = ReturnType<typeof measureOf>['format']

function factorSentence({ factors, difference }: Explanation, format: Format): Sentence[] {
  const size = (value: number) => Math.abs(value)
  const largest = Math.max(0, ...factors.map((factor) => size(factor.difference)))
  const weighty = factors
    .filter((factor) => factor.difference !== 0 && size(factor.difference) >= LEAST_PART * largest)
    .toSorted((one, other) => size(other.difference) - size(one.difference))
  const isWith = (factor: { difference: number }) => factor.difference > 0 === (difference ?? 0) > 0
  const main = weighty.filter(isWith).slice(0, MOST_NAMED)
  const against = weighty.filter((factor) => !isWith(factor)).slice(0, 1)
  if (main.length === 0) return []
  const labels = (list: typeof factors) => list.map(({ key }) => FACTORS[key].toLowerCase())
  return [
    {
      text: SENTENCES.factors(labels(main), labels(against)),
      numbers: plain([...main, ...against].map((factor) => signed(factor.difference, format))),
    },
  ]
}

/** Part of the whole that changed, and of a dimension that a value holds, below which nothing is said of all values. */
const LEAST_CHANGE = 0.3
const LEAST_HELD = 0.1

/** Whether a large change hit the larger values of every dimension at least half as hard as the whole. */
function changedEvenly({ before, after, dimensions }: Explanation): boolean {
  if (!before || after === null || before < 0) return false
  const change = after / before - 1
  if (Math.abs(change) < LEAST_CHANGE) return false
  return dimensions.every(({ values }) =>
    values
      .filter((value) => value.before >= LEAST_HELD * before || value.after >= LEAST_HELD * Math.abs(after))
      .every((value) => value.before > 0 && (value.after / value.before - 1) / change >= 0.5),
  )
}

function standingOutSentence(explanation: Explanation, format: Format): Sentence[] {
  const { dimensions, difference } = explanation
  if (dimensions.length === 0) return []
  const values = dimensions
    .flatMap(({ dimension, values }) =>
      values
        .filter(({ standsOut }) => standsOut)
        .slice(0, 1)
        .map((value) => ({ dimension, value })),
    )
    .slice(0, MOST_NAMED)
  if (values.length === 0) {
    const isUp = (difference ?? 0) > 0
    return [
      {
        text: changedEvenly(explanation) ? SENTENCES.changedEvenly(isUp) : SENTENCES.noneStandsOut,
        numbers: [],
      },
    ]
  }
  return [
    {
      text: SENTENCES.standsOut(
        values.map(({ dimension, value }) => ({
          dimension: dimensionOf(dimension).title,
          label: value.label,
        })),
      ),
      numbers: values.map(({ dimension, value }) => ({
        text: signed(value.difference, format),
        where: filterText({ dimension, isExcluded: false, values: [value.key] }),
      })),
    },
  ]
}
