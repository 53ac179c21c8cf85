// What the mapping makes of the store's last orders: what each rule catches, and first what none does. Touches this feature.
import type { MappingPreview } from '#contract/shop.ts'
import { date, integer } from '#web/text/format.ts'
import css from './shop.module.css'
import { previewText } from './text.ts'

type Counted = { readonly key: string; readonly words: string; readonly count: number }

const Counts = ({
  title,
  rows,
  empty,
  note,
}: {
  title: string
  rows: readonly Counted[]
  empty: string
  note?: string
}) => (
  <div>
    <h4 className={css.smallTitle}>{title}</h4>
    {rows.length === 0 ? <p className={css.quiet}>{empty}</p> : null}
    <ul className={css.plainList}>
      {rows.map(({ key, words, count }) => (
        <li key={key} className={css.count}>
          <span>{words}</span>
          <span className={css.number}>{integer(count)}</span>
        </li>
      ))}
    </ul>
    {note ? <p className={css.quiet}>{note}</p> : null}
  </div>
)

export function Preview({ preview }: { preview: MappingPreview }) {
  const {
    orders,
    from,
    to,
    discounts,
    distributors,
    without_distributor,
    companies,
    unknown_roles,
    businesses,
  } = preview
  if (orders === 0) return <p className={css.quiet}>{previewText.none}</p>
  // What nobody caught is what there is to do.
  const sorted = [...discounts].sort((one, other) => Number(one.rule !== null) - Number(other.rule !== null))
  const roles = unknown_roles.map(({ name }) => name).join(', ')
  return (
    <section className={css.preview} aria-label={previewText.title(orders)}>
      <h3 className={css.subtitle}>{previewText.title(orders)}</h3>
      <p className={css.quiet}>{from && to ? `${date(from)} – ${date(to)}` : null}</p>
      {sorted.length === 0 ? (
        <p className={css.quiet}>{previewText.noDiscounts}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than a phone is scrolled by keyboard too.
        <section className={css.scroll} aria-label={previewText.discounts} tabIndex={0}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">{previewText.name}</th>
                <th scope="col" className={css.number}>
                  {previewText.times}
                </th>
                <th scope="col">{previewText.rule}</th>
                <th scope="col">{previewText.place}</th>
              </tr>
            </thead>
            <tbody>
              {sorted.map(({ kind, name, count, rule, group, sub_group, promo_name }) => (
                <tr key={`${kind} ${name} ${rule} ${sub_group}`} data-unmatched={rule === null || undefined}>
                  <td>{name}</td>
                  <td className={css.number}>{integer(count)}</td>
                  <td>{rule === null ? previewText.unmatched : rule + 1}</td>
                  <td>{rule === null ? group : [group, sub_group, promo_name].join(' · ')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <div className={css.three}>
        <Counts
          title={previewText.distributors}
          empty={previewText.noDistributors}
          rows={distributors.map(({ dist_id, name, count }) => ({
            key: dist_id,
            words: `${dist_id} · ${name}`,
            count,
          }))}
          {...(without_distributor > 0 && { note: previewText.without(without_distributor) })}
        />
        <Counts
          title={previewText.companies}
          empty={previewText.noCompanies}
          rows={companies.map(({ role, name, count }) => ({ key: role, words: name, count }))}
          {...(roles && { note: previewText.unknownRoles(roles) })}
        />
        <Counts
          title={previewText.businesses}
          empty={previewText.noBusinesses}
          rows={businesses.map(({ name, segment, count }) => ({
            key: `${name} ${segment}`,
            words: `${name} · ${segment}`,
            count,
          }))}
        />
      </div>
    </section>
  )
}
