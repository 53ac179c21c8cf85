// The way back from a list of details to the cards. Touches the router, ui and this feature.
import { Link } from '@tanstack/react-router'
import type { Month } from '#contract/month.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'

interface TrailProps {
  to: string
  /** The list above. */
  above: string
  here: string
  month: Month
}

export const Trail = ({ to, above, here, month }: TrailProps) => (
  <Breadcrumb
    above={[
      {
        key: to,
        link: (
          <Link to={to} search={{ month }}>
            {above}
          </Link>
        ),
      },
    ]}
    here={here}
  />
)
