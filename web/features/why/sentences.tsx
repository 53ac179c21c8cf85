// The explanation in sentences to forward, with each number as a link.
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { plainSentence, type Sentence, SentenceText } from '#web/shared/why/sentences.tsx'
import { Button } from '#web/ui/button.tsx'
import { filtersIn, useWhyHref, withFilters } from './address.ts'
import { text } from './text.ts'
import css from './why.module.css'
import { WhyLink } from './why-link.tsx'

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
          <SentenceText
            sentence={sentence}
            link={({ text: number, where }) => (
              <WhyLink
                className={css.number}
                href={where === null ? explore : hrefOf(withFilters(why, [...filtersIn(why), where]))}
              >
                {number}
              </WhyLink>
            )}
          />
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
