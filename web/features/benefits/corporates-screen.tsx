// Beneficios Corporativos: one card per company with its employees' purchases.
import type { CorporateBuyer } from '#contract/benefits.ts'
import { useCall } from '#web/api/call.ts'
import { useMonths } from '#web/api/compare.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { integer, money, monthName, percent } from '#web/text/format.ts'
import { Page } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { Tooltip } from '#web/ui/tooltip.tsx'
import css from './benefits.module.css'
import { Card, CardsPanel, ChangeLine, Line } from './cards.tsx'
import { BenefitLink, BenefitsTabs, employeesRoute, purchasesRoute } from './links.tsx'
import { groupsCall } from './queries.ts'
import { boughtPercent, companiesOf } from './rules.ts'
import { text } from './text.ts'
import { whyOfCompany } from './why.ts'

export default function CorporatesScreen() {
  const { month, compare } = useMonths()
  const state = useCall(...groupsCall(month, compare))
  return (
    <Page>
      <BenefitsTabs />
      <CardsPanel
        title={text.corporateCards}
        subtitle={text.purchasesOf(monthName(month))}
        state={state}
        isEmpty={({ data }) => companiesOf(data.corporates).length === 0}
      >
        {({ data }) =>
          companiesOf(data.corporates).map((company) => (
            <CompanyCard key={`${company.original_role} ${company.role}`} company={company} />
          ))
        }
      </CardsPanel>
    </Page>
  )
}

const CompanyCard = ({ company }: { company: CorporateBuyer }) => (
  <Card
    title={company.role}
    corner={
      <Tooltip label={text.bought}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip must be reachable by keyboard */}
        <span className={`${shared.pill} ${css.share}`} tabIndex={0} role="note">
          {percent(boughtPercent(company), 2)}
        </span>
      </Tooltip>
    }
    links={<CompanyLinks company={company} />}
  >
    <dl className={css.lines}>
      <Line name={text.net} strong>
        {money(company.total_amount)}
      </Line>
      <ChangeLine
        now={company.total_amount}
        before={company.prev_amount}
        difference={company.difference}
        growth="good"
        why={whyOfCompany(company.original_role)}
      />
      <Line name={text.discount}>{money(company.total_discounted)}</Line>
      <Line name={text.refunded}>{money(company.total_refunded)}</Line>
      <Line name={text.gross}>{money(company.subtotal_amount)}</Line>
      <Line name={text.purchases}>{integer(company.total_orders)}</Line>
      <Line name={text.employees}>{integer(company.total_users)}</Line>
    </dl>
  </Card>
)

/** Employees and their purchases need additional permissions. */
function CompanyLinks({ company: { role, original_role, total_amount } }: { company: CorporateBuyer }) {
  const user = useUser()
  return (
    <>
      {mayUser(user, 'view:customers') ? (
        <BenefitLink route={employeesRoute(original_role, role)} label={text.ofCard(text.seeEmployees, role)}>
          {text.seeEmployees}
        </BenefitLink>
      ) : null}
      {total_amount === 0 ? (
        <span className={shared.caption}>{text.noDetails}</span>
      ) : mayUser(user, 'view:orders') ? (
        <BenefitLink route={purchasesRoute(original_role, role)} label={text.ofCard(text.seePurchases, role)}>
          {text.seePurchases}
        </BenefitLink>
      ) : null}
    </>
  )
}
