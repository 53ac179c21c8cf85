// The explanation in sentences to forward, with each number as a link.
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { filtersIn, useWhyHref, withFilters } from './address.ts'
import type { Explanation } from './formats.ts'
import { text } from './text.ts'
import css from './why.module.css'
import { WhyLink } from './why-link.tsx'

type Sentence = Explanation['sentences'][number]

/** Texts and numbers alternate: even parts are text, odd ones the index of a number. */
const partsOf = ({ text: words }: Sentence) => words.split(/\{(\d+)\}/)

export const plainSentence = (sentence: Sentence): string =>
  partsOf(sentence)
    .map((part, index) => (index % 2 === 0 ? part : (sentence.numbers[Number(part)]?.text ?? '')))
    .join('')

interface SentencesProps {
  why: string
  sentences: readonly Sentence[]
  /** Targets of the numbers in the question itself. */
  explore: string
}

export function Sentences({ why, sentences, explore }: SentencesProps) {
  const hrefOf = useWhyHref()
  return (
    <div className={css.sentences}>
      {sentences.map((sentence) => (
        <p key={sentence.text}>
          {partsOf(sentence).map((part, index) => {
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity of their own
            if (index % 2 === 0) return <Fragment key={index}>{part}</Fragment>
            const { text: number = '', where = null } = sentence.numbers[Number(part)] ?? {}
            const inside = where === null ? null : withFilters(why, [...filtersIn(why), where])
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <WhyLink key={index} className={css.number} href={inside === null ? explore : hrefOf(inside)}>
                {number}
              </WhyLink>
            )
          })}
        </p>
      ))}
    </div>
  )
}

/** Copies title, sentences and the address of the panel. */
export function CopySentences({ title, sentences }: { title: string; sentences: readonly Sentence[] }) {
  const [copied, setCopied] = useState(false)
  if (!('clipboard' in navigator)) return null
  const copy = async () => {
    const lines = [title, ...sentences.map(plainSentence), location.href]
    await navigator.clipboard.writeText(lines.join('\n'))
    setCopied(true)
  }
  return (
    <Button frame="bordered" onClick={() => void copy().catch(() => setCopied(false))} data-no-print>
      {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      <span aria-live="polite">{copied ? text.copied : text.copy}</span>
    </Button>
  )
}
