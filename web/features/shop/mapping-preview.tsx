// The effect of the mapping on the shop's latest orders: what each rule matches, unmatched discounts first.
import { Text } from '@mantine/core'
import type { MappingPreview as Preview } from '#contract/shop.ts'
import { date, integer } from '#web/text/format.ts'
import shared from '#web/ui/shared.module.css'
import table from './amounts-table.module.css'
import guided from './guided.module.css'
import css from './mapping.module.css'
import { previewText } from './text.ts'

export function MappingPreview({ preview }: { preview: Preview }) {
  const { orders, from, to, discounts, distributors, without_distributor, companies, businesses } = preview
  if (orders === 0) return <p className={shared.quiet}>{previewText.none}</p>
  const unknownRoles = preview.unknown_roles.map(({ name }) => name).join(', ')
  return (
    <section className={css.preview} aria-label={previewText.title(orders)}>
      <h3 className={shared.heading}>{previewText.title(orders)}</h3>
      <p className={shared.quiet}>{from && to ? `${date(from)} – ${date(to)}` : null}</p>
      {discounts.length === 0 ? (
        <p className={shared.quiet}>{previewText.noDiscounts}</p>
      ) : (
        <Discounts discounts={discounts} />
      )}
      <div className={css.three}>
        <Counts
          title={previewText.distributors}
          empty={previewText.noDistributors}
          rows={distributors.map(({ dist_id, name, count }) => ({ label: `${dist_id} · ${name}`, count }))}
          note={without_distributor > 0 ? previewText.without(without_distributor) : null}
        />
        <Counts
          title={previewText.companies}
          empty={previewText.noCompanies}
          rows={companies.map(({ name, count }) => ({ label: name, count }))}
          note={unknownRoles ? previewText.unknownRoles(unknownRoles) : null}
        />
        <Counts
          title={previewText.businesses}
          empty={previewText.noBusinesses}
          rows={businesses.map(({ name, segment, count }) => ({ label: `${name} · ${segment}`, count }))}
        />
      </div>
    </section>
  )
}

const COLUMNS = [previewText.name, previewText.times, previewText.rule, previewText.place]

function Discounts({ discounts }: Pick<Preview, 'discounts'>) {
  const unmatchedFirst = [...discounts].sort((a, b) => Number(a.rule !== null) - Number(b.rule !== null))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be scrollable by keyboard
    <section className={`${shared.box} ${css.scroll}`} aria-label={previewText.discounts} tabIndex={0}>
      <table className={`${table.table} ${css.table}`}>
        <thead>
          <tr>
            {COLUMNS.map((title) => (
              <th key={title} scope="col" className={title === previewText.times ? guided.number : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {unmatchedFirst.map(({ kind, name, count, rule, group, sub_group, promo_name }) => (
            <tr key={`${kind} ${name} ${rule} ${sub_group}`} data-unmatched={rule === null || undefined}>
              <td>{name}</td>
              <td className={guided.number}>{integer(count)}</td>
              <td>{rule === null ? previewText.unmatched : rule + 1}</td>
              <td>{rule === null ? group : [group, sub_group, promo_name].join(' · ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface CountsProps {
  title: string
  rows: readonly { readonly label: string; readonly count: number }[]
  empty: string
  note?: string | null
}

const Counts = ({ title, rows, empty, note }: CountsProps) => (
  <div>
    <Text component="h4" fz="sm" fw={600} mb={6}>
      {title}
    </Text>
    {rows.length === 0 ? <p className={shared.quiet}>{empty}</p> : null}
    <ul className={shared.gapList}>
      {rows.map(({ label, count }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat, and the rows never move
        <li key={index} className={guided.move}>
          <span>{label}</span>
          <span className={guided.number}>{integer(count)}</span>
        </li>
      ))}
    </ul>
    {note ? <p className={shared.quiet}>{note}</p> : null}
  </div>
)
