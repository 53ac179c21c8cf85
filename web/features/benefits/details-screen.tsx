// Detalles: every discount of the month with its group, limited to what a figure elsewhere stands for. Touches api, lists, ui, text and this feature.
import { BENEFIT_GROUPS, benefitGroup } from '#contract/benefit-groups.ts'
import { useMonth } from '#web/api/month.ts'
import { ListTable } from '#web/lists/list-table.tsx'
import { monthName } from '#web/text/format.ts'
import { Limit } from '#web/ui/limit.tsx'
import { Page } from '#web/ui/page.tsx'
import { Select } from '#web/ui/select.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { COUPON_LINES } from './asked.ts'
import css from './benefits.module.css'
import { BenefitsTabs } from './benefits-tabs.tsx'
import { text } from './text.ts'

const STEP = { step: true }
const CHOICES = [
  { value: '', label: text.allGroups },
  ...BENEFIT_GROUPS.map(({ word, name }) => ({ value: word, label: name })),
]

export default function DetailsScreen() {
  const month = useMonth()
  const [group, setGroup] = useSearchParam('group', STEP)
  const [subGroup, setSubGroup] = useSearchParam('sub_group', STEP)
  const [discount, setDiscount] = useSearchParam('discount', STEP)
  const [coupon, setCoupon] = useSearchParam('coupon', STEP)
  const known = group === null ? undefined : benefitGroup(group)
  const limits = [
    [subGroup, () => setSubGroup(null), text.onlySubGroup],
    [discount, () => setDiscount(null), text.onlyDiscount],
    [coupon, () => setCoupon(null), text.onlyCoupon],
  ] as const
  return (
    <Page>
      <BenefitsTabs />
      <div className={css.limits} data-no-print>
        <Select
          low
          aria-label={text.group}
          data={CHOICES}
          value={known?.word ?? ''}
          onChange={(event) => setGroup(event.currentTarget.value || null)}
        />
        {limits.map(([value, onRemove, wordsFor]) => {
          if (value === null) return null
          const words = wordsFor(value)
          return <Limit key={words} words={words} remove={text.remove(words)} onRemove={onRemove} />
        })}
      </div>
      <ListTable
        {...COUPON_LINES}
        id="discounts"
        title={text.allDetails}
        subtitle={text.discountsOf(monthName(month))}
        month={month}
        query={{
          ...(known && { group: known.word }),
          ...(subGroup !== null && { only_sub_group: subGroup }),
          ...(discount !== null && { only_discount: discount }),
          ...(coupon !== null && { only_coupon: coupon }),
        }}
        rowKey={(row) => `${row.order_id} ${row.discount_id}`}
      />
    </Page>
  )
}
