// Creates a data link for a question on screen.
import { useForm } from '@mantine/form'
import { datesWords } from '#contract/questions/periods.ts'
import {
  type Days,
  type Period,
  QUESTION_COMPARISONS,
  type Question,
  questionParams,
} from '#contract/questions/question.ts'
import { NameInput, required } from '#web/ui/forms/fields.tsx'
import shared from '#web/ui/shared.module.css'
import { DialogForm } from '../dialogs/dialog.tsx'
import { useDaysOf } from '../questions/question-periods.ts'
import { daysText, filtersText } from '../questions/question-words.ts'
import { failureText, useCreateLink } from './create.ts'
import css from './link-dialog.module.css'
import { ShownLink } from './shown-link.tsx'
import { newLinkText as text } from './text.ts'

interface LinkDialogProps {
  readonly question: Question
  /** The question in words. */
  readonly title: string
  readonly onClose: () => void
}

const NAME_LENGTH = 80

export default function LinkDialog({ question, title, onClose }: LinkDialogProps) {
  const create = useCreateLink()
  const daysOf = useDaysOf()
  const form = useForm({
    initialValues: { name: title.slice(0, NAME_LENGTH) },
    validate: { name: required(text.nameRequired) },
  })
  if (create.data) return <ShownLink path={create.data.data.path} onClose={onClose} />
  return (
    <DialogForm
      title={text.title}
      submit={text.submit}
      mutation={create}
      failureText={failureText}
      onClose={onClose}
      onSubmit={form.onSubmit(({ name }) =>
        create.mutate({ name, question: questionParams(question).toString() }),
      )}
    >
      <NameInput label={text.name} maxLength={NAME_LENGTH} {...form.getInputProps('name')} />
      <dl className={`${shared.box} ${css.words}`}>
        {wordsOf(question, title, daysOf).map(([term, words]) => (
          <div key={term}>
            <dt className={shared.quiet}>{term}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p className={shared.quiet}>{text.note}</p>
    </DialogForm>
  )
}

/** What the address will answer, as terms and descriptions. */
function wordsOf(
  { period, compare, where, limit }: Question,
  title: string,
  daysOf: (period: Period) => Days,
): [string, string][] {
  const days =
    typeof period === 'string'
      ? text.moves(daysText(period), datesWords(daysOf(period)))
      : `${daysText(period)}, ${text.stays}`
  return [
    [text.question, title],
    [text.period, days],
    ...(compare === 'none' ? [] : [[text.compare, QUESTION_COMPARISONS[compare]] as [string, string]]),
    ...(where.length === 0 ? [] : [[text.filters, filtersText(where)] as [string, string]]),
    ...(limit === null ? [] : [[text.rows, text.firstRows(limit)] as [string, string]]),
  ]
}
