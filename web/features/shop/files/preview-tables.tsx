import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { entryOf } from '#contract/entry.ts'
import type { ImportPreview } from '#contract/imports.ts'
import { ORDER_STATUSES, STATUS_LABELS } from '#contract/statuses.ts'
import { fileNameOf } from '#web/api/download.ts'
import { request } from '#web/api/transport.ts'
import { integer, money, monthName, units } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/field.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import shared from '#web/ui/shared.module.css'
import table from '../amounts-table.module.css'
import { ShopFailure } from '../failure.tsx'
import css from './files.module.css'
import { filesText as text } from './text.ts'

interface SectionProps {
  title: string
  note?: string
  actions?: ReactNode
  children: ReactNode
}

const Section = ({ title, note, actions, children }: SectionProps) => (
  <div className={css.section}>
    <div className={shared.line}>
      <h3 className={shared.heading}>{title}</h3>
      {actions}
    </div>
    {note ? <p className={shared.quiet}>{note}</p> : null}
    {children}
  </div>
)

function Rows({
  label,
  titles,
  children,
}: {
  label: string
  titles: readonly [string, boolean][]
  children: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be scrollable by keyboard
    <section className={`${shared.box} ${css.scroll}`} aria-label={label} tabIndex={0}>
      <table className={table.table}>
        <thead>
          <tr>
            {titles.map(([title, isNumber]) => (
              <th key={title} scope="col" className={isNumber ? css.number : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

const STATUS_DATA = [
  { value: '', label: text.pick },
  ...ORDER_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] })),
]

interface StatusTableProps {
  statuses: ImportPreview['statuses']
  chosen: Readonly<Record<string, string>>
  onChoose: (value: string, status: string) => void
}

export function StatusTable({ statuses, chosen, onChoose }: StatusTableProps) {
  if (statuses.length === 0) return null
  return (
    <Section title={text.statuses} note={text.statusesNote}>
      <Rows
        label={text.statuses}
        titles={[
          [text.value, false],
          [text.orders, true],
          [text.net, true],
          [text.means, false],
        ]}
      >
        {statuses.map(({ value, orders, net }) => (
          <tr key={value} className={entryOf(chosen, value) ? undefined : css.open}>
            <td>{value || text.noStatus}</td>
            <td className={css.number}>{integer(orders)}</td>
            <td className={css.number}>{money(net)}</td>
            <td>
              <Select
                className={css.choice}
                aria-label={`${text.means}: ${value || text.noStatus}`}
                data={STATUS_DATA}
                value={entryOf(chosen, value) ?? ''}
                low
                onChange={({ currentTarget }) => {
                  if (currentTarget.value !== '') onChoose(value, currentTarget.value)
                }}
              />
            </td>
          </tr>
        ))}
      </Rows>
    </Section>
  )
}

export function MonthsTable({ preview: { months, changes } }: { preview: ImportPreview }) {
  if (months.length === 0) return null
  const pair = (before: string, after: string) => (before === after ? after : `${before} → ${after}`)
  return (
    <Section title={text.months} note={`${text.monthsNote}. ${text.changes(changes)}`}>
      <Rows
        label={text.months}
        titles={[
          [text.month, false],
          [text.orders, true],
          [text.units, true],
          [text.net, true],
        ]}
      >
        {months.map(({ month, before, after }) => (
          <tr key={month}>
            <td>{monthName(month)}</td>
            <td className={css.number}>{pair(integer(before.orders), integer(after.orders))}</td>
            <td className={css.number}>{pair(units(before.units), units(after.units))}</td>
            <td className={css.number}>{pair(money(before.net), money(after.net))}</td>
          </tr>
        ))}
      </Rows>
    </Section>
  )
}

export function Removed({ preview: { removed, changes } }: { preview: ImportPreview }) {
  if (removed.length === 0) return null
  return (
    <Section title={text.removed(changes.removed)} note={text.removedNote}>
      <Rows
        label={text.removed(changes.removed)}
        titles={[
          [text.order, false],
          [text.net, true],
          [text.month, false],
        ]}
      >
        {removed.map(({ order, month, net }) => (
          <tr key={order}>
            <td>{order}</td>
            <td className={css.number}>{money(net)}</td>
            <td>{monthName(month)}</td>
          </tr>
        ))}
      </Rows>
    </Section>
  )
}

async function download(id: string): Promise<void> {
  const response = await request({ method: 'GET', path: `/api/imports/${id}/rejects` })
  const name = fileNameOf(response.headers.get('content-disposition')) ?? 'rechazadas.csv'
  saveFile(await response.blob(), name)
}

export function Rejects({ preview: { id, rejects } }: { preview: ImportPreview }) {
  const save = useMutation({ mutationFn: () => download(id) })
  if (rejects.count === 0) return null
  return (
    <Section
      title={text.rejects(rejects.count)}
      note={
        rejects.count > rejects.rows.length
          ? `${text.rejectsNote} ${text.firstOnes(rejects.rows.length)}`
          : text.rejectsNote
      }
      actions={
        <Button frame="bordered" working={save.isPending} onClick={() => save.mutate()}>
          {text.download}
        </Button>
      }
    >
      <ShopFailure error={save.error} />
      <Rows
        label={text.rejects(rejects.count)}
        titles={[
          [text.row, true],
          [text.column, false],
          [text.reason, false],
          [text.file, false],
        ]}
      >
        {rejects.rows.map(({ file, row, column, reason }) => (
          <tr key={`${file} ${row} ${column}`}>
            <td className={css.number}>{integer(row)}</td>
            <td>{column}</td>
            <td>{reason}</td>
            <td className={css.file}>{file}</td>
          </tr>
        ))}
      </Rows>
    </Section>
  )
}

export function Warnings({
  preview: { warnings, warning_count, unknown_provinces },
}: {
  preview: ImportPreview
}) {
  if (warnings.length + unknown_provinces.length === 0) return null
  return (
    <Section
      title={text.warnings(warning_count + unknown_provinces.length)}
      {...(warning_count > warnings.length && { note: text.firstWarnings })}
    >
      <ul className={css.warnings}>
        {unknown_provinces.map(({ value, orders }) => (
          <li key={value} className={shared.message}>
            {text.unknownProvince(value, orders)}
          </li>
        ))}
        {warnings.map(({ code, order, message }) => (
          <li key={`${code} ${order} ${message}`} className={shared.message}>
            <strong>{order}</strong> {message}
          </li>
        ))}
      </ul>
    </Section>
  )
}
