import { entryOf } from '#contract/entry.ts'
import type { ImportPreview } from '#contract/imports.ts'
import { SelectField } from '#web/ui/field.tsx'
import shared from '#web/ui/shared.module.css'
import css from './files.module.css'
import { FIELD_LABELS, filesText as text } from './text.ts'

export type Recipe = ImportPreview['recipe']

interface QuestionsProps {
  preview: ImportPreview
  draft: Recipe
  onChange: (part: Recipe) => void
}

export function Questions({ preview, draft, onChange }: QuestionsProps) {
  const { questions } = preview
  const files = withSheets(preview.files)
  const asked = questions.filter(({ key }) => key !== 'columns' && key !== 'sheet')
  const mapped = files.filter(
    ({ name }) =>
      preview.kind === 'other' || questions.some(({ key, file }) => key === 'columns' && file === name),
  )
  const sheetsAsked = (name: string) =>
    questions.find(({ key, file }) => key === 'sheet' && file === name)?.options ?? []
  /** Several that a person chose before. */
  const chosenOf = (name: string) =>
    [entryOf(draft.sheet, name) ?? ''].filter((choice) => choice.includes(' / '))
  const isAsked = (name: string) => questions.some(({ key, file }) => key === 'sheet' && file === name)
  const books = files.filter(({ sheets }) => sheets.length > 1)
  return (
    <>
      {books.map(({ name, sheet, sheets, read }) => (
        <section key={name} className={css.section}>
          <div className={css.fields}>
            <SelectField
              low
              label={`${text.sheet}, ${name}`}
              data={isAsked(name) ? [PICK, ...sheetsAsked(name)] : [ALL, ...chosenOf(name), ...sheets]}
              value={entryOf(draft.sheet, name) || (isAsked(name) || read > 1 ? '' : (sheet ?? ''))}
              onChange={({ currentTarget: { value } }) =>
                onChange({ sheet: { ...draft.sheet, [name]: value } })
              }
            />
          </div>
        </section>
      ))}
      {alike(mapped).map(([first, ...others]) => (
        <ColumnFields
          key={first.name}
          file={first}
          others={others.length}
          chosen={entryOf(draft.columns, first.name) ?? {}}
          onChoose={(columns) => {
            const chosen = [first, ...others].map(({ name }) => [name, columns] as const)
            onChange({ columns: { ...draft.columns, ...Object.fromEntries(chosen) } })
          }}
        />
      ))}
      {asked.length > 0 ? (
        <section className={css.section}>
          <h3 className={shared.heading}>{text.questions}</h3>
          <div className={css.fields}>
            {asked.map((question) => (
              <Question
                key={`${question.key} ${question.file}`}
                question={question}
                draft={draft}
                onChange={onChange}
              />
            ))}
          </div>
        </section>
      ) : null}
    </>
  )
}

type ReadFile = ImportPreview['files'][number]

interface WithSheets extends ReadFile {
  /** Sheets that are read. */
  read: number
}

/** Sheets of a workbook are one file, with the columns of all. */
function withSheets(files: readonly ReadFile[]): WithSheets[] {
  const found = new Map<string, WithSheets>()
  for (const file of files) {
    const known = found.get(file.name)
    const titles = new Map([...file.titles, ...(known?.titles ?? [])].map((one) => [one.title, one]))
    found.set(file.name, { ...(known ?? file), read: (known?.read ?? 0) + 1, titles: [...titles.values()] })
  }
  return [...found.values()]
}

/** Files with the same titles, which are mapped together. */
function alike(files: readonly ReadFile[]): [ReadFile, ...ReadFile[]][] {
  const groups = new Map<string, [ReadFile, ...ReadFile[]]>()
  for (const file of files) {
    const key = JSON.stringify(file.titles.map(({ title }) => title))
    const group = groups.get(key)
    if (group) group.push(file)
    else groups.set(key, [file])
  }
  return [...groups.values()]
}

const ALL = { value: '', label: text.allSheets }
const PICK = { value: '', label: text.pick }

function Question({
  question: { key, options, samples },
  draft,
  onChange,
}: Pick<QuestionsProps, 'draft' | 'onChange'> & { question: ImportPreview['questions'][number] }) {
  const shown = samples.join(', ')
  if (key === 'date_order')
    return (
      <SelectField
        low
        label={text.date_order(shown)}
        data={[PICK, { value: 'dmy', label: text.dmy }, { value: 'mdy', label: text.mdy }]}
        value={draft.date_order ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ date_order: value as Recipe['date_order'] })}
      />
    )
  if (key === 'decimal')
    return (
      <SelectField
        low
        label={text.decimal(shown)}
        data={[PICK, { value: ',', label: text.comma }, { value: '.', label: text.point }]}
        value={draft.decimal ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ decimal: value as Recipe['decimal'] })}
      />
    )
  if (key === 'no_products')
    return (
      <SelectField
        low
        label={text.noProducts}
        data={[PICK, { value: 'true', label: text.yes }, { value: 'false', label: text.no }]}
        value={draft.no_products === undefined ? '' : String(draft.no_products)}
        onChange={({ currentTarget: { value } }) => onChange({ no_products: value === 'true' })}
      />
    )
  if (key !== 'currency') return null
  return (
    <SelectField
      low
      label={text.currency}
      data={[PICK, ...options]}
      value={draft.currency ?? ''}
      onChange={({ currentTarget: { value } }) => onChange({ currency: value })}
    />
  )
}

/** Those that most files have; the others open below. */
const FIRST = 13

interface ColumnFieldsProps {
  file: ReadFile
  /** Files that are mapped with it. */
  others: number
  chosen: Readonly<Record<string, string>>
  onChoose: (columns: Record<string, string>) => void
}

function ColumnFields({ file: { name, titles }, others, chosen, onChoose }: ColumnFieldsProps) {
  const fields = Object.entries(FIELD_LABELS)
  const samples = new Map(titles.map(({ title, samples: values }) => [title, values]))
  const data = [{ value: '', label: text.noColumn }, ...titles.map(({ title }) => title)]
  const field = ([key, label]: readonly [string, string]) => {
    const value = entryOf(chosen, key) ?? ''
    const known = value === '' || samples.has(value)
    return (
      <div key={key} className={css.field}>
        <SelectField
          low
          label={label}
          data={known ? data : [...data, value]}
          value={value}
          onChange={({ currentTarget }) => onChoose({ ...chosen, [key]: currentTarget.value })}
        />
        <span className={css.sample}>{samples.get(value)?.join(' · ')}</span>
      </div>
    )
  }
  const title = `${text.columns}, ${name}${others > 0 ? ` ${text.andOthers(others)}` : ''}`
  return (
    <section className={css.section} aria-label={title}>
      <h3 className={shared.heading}>{title}</h3>
      <p className={shared.quiet}>{text.columnsNote}</p>
      <div className={css.fields}>{fields.slice(0, FIRST).map(field)}</div>
      <details>
        <summary className={shared.quiet}>{text.more}</summary>
        <div className={css.fields}>{fields.slice(FIRST).map(field)}</div>
      </details>
    </section>
  )
}
