// Sentences of an explanation, whose numbers are links.
import { Fragment, type ReactNode } from 'react'
import type { ExplanationBody } from '#contract/questions/explain-call.ts'

export type Sentence = ExplanationBody['data']['sentences'][number]
type SentenceNumber = Sentence['numbers'][number]

/** Texts and numbers alternate: even parts are text, odd ones the index of a number. */
const partsOf = ({ text: words }: Sentence) => words.split(/\{(\d+)\}/)

export const plainSentence = (sentence: Sentence): string =>
  partsOf(sentence)
    .map((part, index) => (index % 2 === 0 ? part : (sentence.numbers[Number(part)]?.text ?? '')))
    .join('')

/** A sentence with each of its numbers as `link` shows it. */
export const SentenceText = ({
  sentence,
  link,
}: {
  sentence: Sentence
  link: (number: SentenceNumber) => ReactNode
}) =>
  partsOf(sentence).map((part, index) => {
    const number = index % 2 === 0 ? undefined : sentence.numbers[Number(part)]
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity of their own
    return <Fragment key={index}>{number ? link(number) : part}</Fragment>
  })
