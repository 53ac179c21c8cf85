// The preview of dropped files: what was understood, what is asked, what would change.
import { useState } from 'react'
import type { ImportPreview } from '#contract/imports.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import shared from '#web/ui/shared.module.css'
import { Tag } from '#web/ui/tag.tsx'
import css from './files.module.css'
import { MonthsTable, Rejects, Removed, StatusTable, Warnings } from './preview-tables.tsx'
import { Questions, type Recipe } from './questions.tsx'
import { KIND_LABELS, filesText as text } from './text.ts'

interface PreviewProps {
  preview: ImportPreview
  working: boolean
  onAnswer: (recipe: Recipe) => void
  onConfirm: (name: string) => void
  onCancel: () => void
}

export function Preview({ preview, working, onAnswer, onConfirm, onCancel }: PreviewProps) {
  const [draft, setDraft] = useState<Recipe>(() => firstDraft(preview))
  const [name, setName] = useState(preview.recipe.name ?? '')
  const [touched, setTouched] = useState(preview.questions.some(({ key }) => key === 'columns'))
  const change = (part: Recipe) => {
    setDraft((before) => ({ ...before, ...part }))
    setTouched(true)
  }
  const { added, changed, removed } = preview.changes
  const count = added + changed + removed
  // Own files may change products and accounts alone.
  const isNothing = count === 0 && preview.kind !== 'gondola'
  const isReady = preview.state === 'ready' && !touched
  return (
    <>
      <Understood preview={preview} />
      <Questions preview={preview} draft={draft} onChange={change} />
      <StatusTable
        statuses={preview.statuses}
        chosen={draft.statuses ?? {}}
        onChoose={(value, status) => change({ statuses: { ...draft.statuses, [value]: status } })}
      />
      <MonthsTable preview={preview} />
      <Removed preview={preview} />
      <Rejects preview={preview} />
      <Warnings preview={preview} />
      <section className={css.section}>
        <label className={css.check}>
          <input
            type="checkbox"
            checked={draft.complete ?? false}
            onChange={({ currentTarget: { checked } }) => change({ complete: checked })}
          />
          {preview.kind === 'gondola' ? text.completeOwn : text.complete}
        </label>
        {isReady && !isNothing ? <RecipeName value={name} onChange={setName} /> : null}
        {preview.message ? <p className={shared.message}>{preview.message}</p> : null}
        {preview.state === 'asking' && !touched ? <p className={shared.quiet}>{text.answerFirst}</p> : null}
        <div className={shared.line}>
          {isReady ? (
            <Button
              frame="filled"
              tall
              working={working}
              disabled={isNothing}
              onClick={() => onConfirm(name)}
            >
              {isNothing ? text.nothing : count === 0 ? text.confirmCatalogue : text.confirm(count)}
            </Button>
          ) : (
            <Button frame="filled" tall working={working} disabled={!touched} onClick={() => onAnswer(draft)}>
              {text.update}
            </Button>
          )}
          <Button frame="bordered" tall onClick={onCancel}>
            {text.cancel}
          </Button>
        </div>
      </section>
    </>
  )
}

/** What is offered stands already in the fields; what a person must decide does not. */
function firstDraft({ recipe, statuses }: ImportPreview): Recipe {
  const { columns, currency, date_order, decimal, no_products, sheet, complete } = recipe
  return {
    ...(complete !== undefined && { complete }),
    ...(columns && { columns }),
    ...(currency && { currency }),
    ...(date_order && { date_order }),
    ...(decimal && { decimal }),
    ...(no_products !== undefined && { no_products }),
    ...(sheet && { sheet }),
    statuses: Object.fromEntries(statuses.flatMap(({ value, status }) => (status ? [[value, status]] : []))),
  }
}

function RecipeName({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  return (
    <div className={css.fields}>
      <div className={css.field}>
        <TextField
          low
          label={text.recipeName}
          maxLength={200}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <span className={shared.quiet}>{text.recipeNote}</span>
      </div>
    </div>
  )
}

function Understood({ preview: { kind, files } }: { preview: ImportPreview }) {
  return (
    <section className={css.section} aria-label={text.understood}>
      <div className={shared.line}>
        <h3 className={shared.heading}>{text.understood}</h3>
        <Tag tone="calm">{KIND_LABELS[kind]}</Tag>
      </div>
      <ul className={shared.gapList}>
        {files.map(({ name, sheet, encoding, rows, skipped, saved, unread }) => (
          <li key={`${name} ${sheet}`} className={shared.message}>
            <strong>{name}</strong>{' '}
            <span className={shared.quiet}>
              {[
                sheet ?? text.encoding(encoding ?? ''),
                text.rows(rows),
                ...(saved === null ? [] : [text.savedRecipe(saved)]),
                ...(skipped > 0 ? [text.skipped(skipped)] : []),
              ].join(' · ')}
            </span>
            {unread.length > 0 ? <div className={shared.quiet}>{text.unread(unread)}</div> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
