// The generated rules in words, and their effect on the figures of the month.
import { Box } from '@mantine/core'
import type { ExampleOffer, MappingChoices, MappingProposal } from '#contract/mapping-examples.ts'
import { money } from '#web/text/format.ts'
import shared from '#web/ui/shared.module.css'
import table from './amounts-table.module.css'
import css from './guided.module.css'
import { choiceTexts, guidedText, offerText } from './guided-text.ts'

interface Row {
  readonly label: string
  readonly before: number
  readonly after: number
  /** A change beyond the amounts, such as in the number of accounts. */
  readonly changes?: boolean
}

interface ProposalProps {
  proposal: MappingProposal
  /** The choices that it was made from. */
  choices: MappingChoices
  offers: readonly ExampleOffer[]
}

/** Scrolls to the answer, which is longer than the screen. */
const focus = (section: HTMLElement | null) => section?.focus()

export function GuidedProposal({ proposal, choices, offers }: ProposalProps) {
  const chosen = offers.filter(({ id }) => choices.offers.includes(id))
  const others = [...chosen.map(offerText), ...choiceTexts(choices)]
  const { rules, effect, orders, month, complete } = proposal
  return (
    <section className={css.proposal} aria-label={guidedText.proposal} tabIndex={-1} ref={focus}>
      <h3 className={shared.heading}>{guidedText.proposal}</h3>
      <div>
        <Box component="h4" className={shared.smallHeading} mb={6}>
          {guidedText.rules}
        </Box>
        <ul className={shared.gapList}>
          {rules.map((rule) => (
            <li key={rule.pattern} className={css.rule}>
              <span>{guidedText.rule(rule)}</span>{' '}
              <span className={shared.quiet}>{guidedText.ruleUses(rule.uses)}</span>
              {rule.also.length > 0 ? <p className={shared.caution}>{guidedText.also(rule.also)}</p> : null}
            </li>
          ))}
          {others.map((words) => (
            <li key={words} className={css.rule}>
              {words}
            </li>
          ))}
        </ul>
      </div>
      <p className={shared.quiet}>{guidedText.effect(orders, month, complete)}</p>
      <div className={css.tables}>
        <Changes
          title={guidedText.groupsTitle}
          column={guidedText.columns.group}
          rows={effect.groups.map(({ group, ...row }) => ({ label: group, ...row }))}
        />
        <Moves moves={effect.sub_groups} />
        <Changes
          title={guidedText.totalsTitle}
          column={guidedText.columns.total}
          rows={effect.totals.map(({ total, ...row }) => ({ label: guidedText.totals[total], ...row }))}
        />
        <Changes
          title={guidedText.reportsTitle}
          column={guidedText.columns.report}
          rows={effect.reports.map(({ report, uses_before, uses_after, ...row }) => ({
            label: guidedText.reports[report],
            changes: uses_before !== uses_after,
            ...row,
          }))}
        />
        <Changes
          title={guidedText.distributorsTitle}
          column={guidedText.columns.distributor}
          rows={effect.distributors.map(({ dist_id, name, ...row }) => ({
            label: dist_id === '0' || name === dist_id ? name : `${name} · ${dist_id}`,
            ...row,
          }))}
        />
        <Changes
          title={guidedText.companiesTitle}
          column={guidedText.columns.company}
          rows={effect.companies.map(({ company, accounts_before, accounts_after, ...row }) => ({
            label: guidedText.companyAccounts(company, accounts_after || accounts_before),
            changes: accounts_before !== accounts_after,
            ...row,
          }))}
        />
        <Changes
          title={guidedText.businessesTitle}
          column={guidedText.columns.business}
          rows={effect.businesses.map(({ business, ...row }) => ({ label: business, ...row }))}
        />
        <Changes
          title={guidedText.segmentsTitle}
          column={guidedText.columns.segment}
          rows={effect.segments.map(({ business, segment, ...row }) => ({
            label: `${business} · ${segment}`,
            ...row,
          }))}
        />
      </div>
    </section>
  )
}

const SIDES = [guidedText.before, guidedText.after]

/** Amounts before and after; a table without changes says so. */
function Changes({ title, column, rows }: { title: string; column: string; rows: readonly Row[] }) {
  const changed = rows.some(({ before, after, changes }) => before !== after || changes)
  return (
    <div>
      <Box component="h4" className={shared.smallHeading} mb={6}>
        {title}
      </Box>
      {changed ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be scrollable by keyboard
        <section className={`${shared.box} ${css.scroll}`} aria-label={title} tabIndex={0}>
          <table className={`${table.table} ${css.table}`}>
            <thead>
              <tr>
                <th scope="col">{column}</th>
                {SIDES.map((side) => (
                  <th key={side} scope="col" className={css.number}>
                    {side}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ label, before, after, changes }) => (
                <tr key={label} data-changed={before !== after || changes || undefined}>
                  <td>{label}</td>
                  <td className={css.number}>{money(before)}</td>
                  <td className={css.number}>{money(after)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : (
        <p className={shared.quiet}>{guidedText.same}</p>
      )}
    </div>
  )
}

const Moves = ({ moves }: { moves: MappingProposal['effect']['sub_groups'] }) => (
  <div>
    <Box component="h4" className={shared.smallHeading} mb={6}>
      {guidedText.movesTitle}
    </Box>
    {moves.length === 0 ? <p className={shared.quiet}>{guidedText.same}</p> : null}
    <ul className={shared.gapList}>
      {moves.map(({ from, to, sub_group, uses, amount }) => (
        <li key={`${from} ${to} ${sub_group}`} className={css.move}>
          <span>{guidedText.move(from, to, sub_group)}</span>
          <span className={css.number}>
            {money(amount)} <span className={shared.quiet}>{guidedText.ruleUses(uses)}</span>
          </span>
        </li>
      ))}
    </ul>
  </div>
)
