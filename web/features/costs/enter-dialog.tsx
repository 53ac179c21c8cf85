// Enters costs of many products: pasted, typed or from a file; reviewed before they are saved, all or none.

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { SavedCosts } from '#contract/costs.ts'
import { MAX_COST_ROWS } from '#contract/limits.ts'
import { call } from '#web/api/call.ts'
import { ApiError } from '#web/api/errors.ts'
import { DialogForm } from '#web/shared/dialogs/dialog.tsx'
import { TableFileButton } from '#web/shared/lists/table-file-button.tsx'
import { errorText } from '#web/text/errors.ts'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { Failure } from '#web/ui/message.tsx'
import shared from '#web/ui/shared.module.css'
import { type ReadRows, rowsOf } from './rows.ts'
import { dialogText as text } from './text.ts'

const SHOWN = 8

interface EnterDialogProps {
  /** First day of the month on screen. */
  readonly since: string
  readonly onClose: () => void
  readonly onSaved: () => void
}

const send = ({ rows }: ReadRows, dry_run: boolean) =>
  call('POST /api/products/costs', {
    body: { dry_run, rows: rows.map(({ product, since, cost }) => ({ product, since, cost })) },
  })

export default function EnterDialog({ since: first, onClose, onSaved }: EnterDialogProps) {
  const [pasted, setPasted] = useState('')
  const [since, setSince] = useState(first)
  const [problems, setProblems] = useState<readonly string[]>([])
  const entered = JSON.stringify([pasted, since])
  const [answer, setAnswer] = useState<{ readonly entered: string; readonly data: SavedCosts } | null>(null)
  const reviewed = answer?.entered === entered ? answer.data : null
  const read = rowsOf(pasted, since)
  const save = useMutation({
    mutationFn: (sent: { readonly entered: string; readonly isReview: boolean }) => send(read, sent.isReview),
    onSuccess: ({ data }, sent) => {
      if (sent.isReview) return setAnswer({ entered: sent.entered, data })
      onSaved()
      onClose()
    },
    onError: (error) => {
      // The server names rows by their place; people see lines.
      const fields = error instanceof ApiError ? error.fields : []
      setProblems(
        fields.map(({ path, text: told, message }) =>
          text.line(read.rows[Number(path.split('.')[1])]?.line ?? 0, told ?? message),
        ),
      )
    },
  })
  const edit = (next: () => void) => {
    next()
    setProblems([])
    save.reset()
  }
  const submit = () => {
    if (read.problems.length > 0) setProblems(read.problems)
    else if (read.rows.length === 0) setProblems([text.empty])
    else if (read.rows.length > MAX_COST_ROWS) setProblems([text.tooMany(MAX_COST_ROWS)])
    else save.mutate({ entered, isReview: reviewed === null })
  }
  return (
    <DialogForm
      title={text.title}
      size="lg"
      submit={reviewed ? text.save(read.rows.length) : text.review}
      mutation={save}
      failureText={(error) => (problems.length > 0 ? text.corrected : errorText(error))}
      onClose={onClose}
      onSubmit={submit}
    >
      <p className={shared.quiet}>{text.note}</p>
      <div>
        <TableFileButton
          label={text.file}
          onRead={(cells) => {
            if (cells) edit(() => setPasted(cells.map((row) => row.join('\t')).join('\n')))
            else setProblems([text.unknownFile])
          }}
        >
          {text.file}
        </TableFileButton>
      </div>
      <TextArea
        label={text.rows}
        placeholder={text.rowsHint}
        rows={7}
        value={pasted}
        onChange={({ currentTarget: { value } }) => edit(() => setPasted(value))}
      />
      <TextField
        type="date"
        label={text.since}
        description={text.sinceHint}
        value={since}
        onChange={({ currentTarget: { value } }) => edit(() => setSince(value))}
      />
      {problems.length > 0 ? <Problems problems={problems} /> : null}
      {reviewed ? <p role="status">{text.reviewed(reviewed.rows.length, reviewed.changed)}</p> : null}
    </DialogForm>
  )
}

const Problems = ({ problems }: { problems: readonly string[] }) => (
  <Failure>
    <ul>
      {problems.slice(0, SHOWN).map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
      {problems.length > SHOWN ? <li>{text.more(problems.length - SHOWN)}</li> : null}
    </ul>
  </Failure>
)
