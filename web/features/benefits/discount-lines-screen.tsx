// Detalles: every discount of the month, filtered by the figure that was opened.
import { Flex } from '@mantine/core'
import { BENEFIT_GROUPS, benefitGroup } from '#contract/benefit-groups.ts'
import { useMonth } from '#web/api/month.ts'
import { ListTable } from '#web/shared/lists/list-table.tsx'
import { monthName } from '#web/text/format.ts'
import { Select } from '#web/ui/field.tsx'
import { Limit } from '#web/ui/limit.tsx'
import { Page } from '#web/ui/page.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { BenefitsTabs } from './links.tsx'
import { COUPON_LINES } from './queries.ts'
import { text } from './text.ts'

const STEP = { step: true }
const GROUPS = [
  { value: '', label: text.allGroups },
  ...BENEFIT_GROUPS.map(({ word, name }) => ({ value: word, label: name })),
]

export default function DiscountLinesScreen() {
  const month = useMonth()
  const [groupParam, setGroup] = useSearchParam('group', STEP)
  const [subGroup, setSubGroup] = useSearchParam('sub_group', STEP)
  const [discount, setDiscount] = useSearchParam('discount', STEP)
  const [coupon, setCoupon] = useSearchParam('coupon', STEP)
  const group = groupParam === null ? undefined : benefitGroup(groupParam)?.word
  const filters = [
    [subGroup, setSubGroup, text.onlySubGroup],
    [discount, setDiscount, text.onlyDiscount],
    [coupon, setCoupon, text.onlyCoupon],
  ] as const
  return (
    <Page>
      <BenefitsTabs />
      <Flex wrap="wrap" align="center" gap={8}>
        <Select
          low
          aria-label={text.group}
          data={GROUPS}
          value={group ?? ''}
          onChange={(event) => setGroup(event.currentTarget.value || null)}
        />
        {filters.map(([value, set, label]) => {
          if (value === null) return null
          const words = label(value)
          return <Limit key={words} words={words} remove={text.remove(words)} onRemove={() => set(null)} />
        })}
      </Flex>
      <ListTable
        {...COUPON_LINES}
        id="discounts"
        title={text.allDetails}
        subtitle={text.discountsOf(monthName(month))}
        month={month}
        query={{ group, only_sub_group: subGroup, only_discount: discount, only_coupon: coupon }}
      />
    </Page>
  )
}
