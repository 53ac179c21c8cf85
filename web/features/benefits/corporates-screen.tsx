// Beneficios Corporativos: a card per company with what its employees bought. Touches api, ui, text and this feature.
import { useQuery } from '@tanstack/react-query'
import type { CorporateBuyer } from '#contract/benefits.ts'
import type { Month } from '#contract/month.ts'
import { fetchQuery } from '#web/api/ask.ts'
import { useMonths } from '#web/api/compare.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { integer, money, monthName, percent } from '#web/text/format.ts'
import { Page } from '#web/ui/page.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { GROUPS, ofGroups } from './asked.ts'
import css from './benefits.module.css'
import { BenefitsTabs } from './benefits-tabs.tsx'
import { Card, CardsPanel, ChangeLine, Line } from './cards-panel.tsx'
import { boughtPercent, companiesOf } from './companies.ts'
import { employeesPlace, PlaceLink, purchasesPlace } from './places.tsx'
import { text } from './text.ts'

export default function CorporatesScreen() {
  const { month, compare, compared } = useMonths()
  const state = useQuery(fetchQuery(GROUPS, ofGroups(month, compare)))
  return (
    <Page>
      <BenefitsTabs />
      <CardsPanel
        title={text.corporateCards}
        subtitle={text.purchasesOf(monthName(month))}
        state={state}
        updatedAt={state.data?.meta.updated_at}
        isEmpty={({ data }) => companiesOf(data.corporates).length === 0}
        empty={text.noData}
      >
        {({ data }) =>
          companiesOf(data.corporates).map((company) => (
            <CompanyCard
              key={`${company.original_role} ${company.role}`}
              company={company}
              month={month}
              compared={compared}
            />
          ))
        }
      </CardsPanel>
    </Page>
  )
}

interface CompanyCardProps {
  company: CorporateBuyer
  month: Month
  compared: Month
}

function CompanyCard({ company, month, compared }: CompanyCardProps) {
  const { role, original_role } = company
  return (
    <Card
      title={role}
      corner={
        <Tooltip label={text.bought}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what the percent is of must be reachable by keyboard */}
          <span className={css.share} tabIndex={0} role="note">
            {percent(boughtPercent(company), 2)}
          </span>
        </Tooltip>
      }
      links={<CompanyLinks company={company} month={month} />}
    >
      <dl className={css.lines} key={original_role}>
        <Line name={text.net} strong>
          {money(company.total_amount)}
        </Line>
        <ChangeLine
          compared={compared}
          now={company.total_amount}
          before={company.prev_amount}
          change={company.increment}
          difference={company.difference}
        />
        <Line name={text.discount}>{money(company.total_discounted)}</Line>
        <Line name={text.refunded}>{money(company.total_refunded)}</Line>
        <Line name={text.gross}>{money(company.subtotal_amount)}</Line>
        <Line name={text.purchases}>{integer(company.total_orders)}</Line>
        <Line name={text.employees}>{integer(company.total_users)}</Line>
      </dl>
    </Card>
  )
}

/** Employees and their purchases are other areas: a role without them sees the figures alone. */
function CompanyLinks({ company, month }: { company: CorporateBuyer; month: Month }) {
  const user = useUser()
  const { role, original_role, total_amount } = company
  return (
    <>
      {mayUser(user, 'view:customers') ? (
        <PlaceLink
          place={employeesPlace(original_role, role)}
          month={month}
          label={text.ofCard(text.seeEmployees, role)}
        >
          {text.seeEmployees}
        </PlaceLink>
      ) : null}
      {total_amount === 0 ? (
        <span className={css.none}>{text.noDetails}</span>
      ) : mayUser(user, 'view:orders') ? (
        <PlaceLink
          place={purchasesPlace(original_role, role)}
          month={month}
          label={text.ofCard(text.seePurchases, role)}
        >
          {text.seePurchases}
        </PlaceLink>
      ) : null}
    </>
  )
}
