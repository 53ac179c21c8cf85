// Selects the figure that pivot and chart show.
import { type MeasureKey, measureOf } from '#contract/questions/measures.ts'
import type { Question } from '#contract/questions/question.ts'
import { Select } from '#web/ui/field.tsx'
import type { Asked } from './address.ts'
import css from './result.module.css'
import { text } from './text.ts'

export interface Figure {
  readonly measure: MeasureKey
  /** Its key in the rows of an answer. */
  readonly key: string
  readonly title: string
}

/** The figures of a question: each measure, and its change with a comparison. */
const figuresOf = ({ measures, compare }: Question): Figure[] =>
  measures.flatMap((measure) => {
    const { title } = measureOf(measure)
    return [
      { measure, key: measure, title },
      ...(compare === 'none' ? [] : [{ measure, key: `${measure}_change`, title: text.changeOf(title) }]),
    ]
  })

export function figureOf({ question, shown }: Asked): Figure {
  const figures = figuresOf(question)
  const found = figures.find(({ key }) => key === shown.value) ?? figures[0]
  return found ?? { measure: 'net_sale', key: 'net_sale', title: '' }
}

export function ValueSelect({ asked }: { asked: Asked }) {
  const figures = figuresOf(asked.question)
  if (figures.length < 2) return null
  return (
    <Select
      low
      className={css.figure}
      aria-label={text.value}
      value={figureOf(asked).key}
      data={figures.map(({ key, title }) => ({ value: key, label: title }))}
      onChange={({ currentTarget: { value } }) => asked.go(asked.question, { value })}
    />
  )
}
