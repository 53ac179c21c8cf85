// Filters by the first order of a buyer, each a select.
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { BENEFIT_GROUPS } from '#contract/benefit-groups.ts'
import { PROVINCES } from '#contract/provinces.ts'
import { fetchQuery } from '#web/api/call.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { SelectField } from '#web/ui/field.tsx'
import { PaperWords } from '#web/ui/paper-words.tsx'
import { Segments } from '#web/ui/segments.tsx'
import css from './buyers.module.css'
import { type Choice, FIRST_ORDER, type FirstOrderKey, SPANS } from './queries.ts'
import { text } from './text.ts'

interface Option {
  readonly value: string
  readonly label: string
}

const BENEFITS: readonly Option[] = [
  { value: 'none', label: text.none.benefit },
  ...BENEFIT_GROUPS.map(({ name }) => ({ value: name, label: name })),
]
const BY_NAME = new Intl.Collator('es')
const PROVINCE_OPTIONS: readonly Option[] = [
  ...PROVINCES.map(({ name }) => ({ value: name.toUpperCase(), label: name })).sort((one, other) =>
    BY_NAME.compare(one.label, other.label),
  ),
  { value: 'SIN PROVINCIA', label: text.noProvince },
]

/** The values of a dimension that were ever sold. */
function useValues(dimension: 'distributor' | 'company', isAllowed: boolean): readonly Option[] | null {
  const query = { measures: 'orders', by: dimension, period: 'all' }
  const { data } = useQuery({ ...fetchQuery('GET /api/questions/answer', { query }), enabled: isAllowed })
  if (!isAllowed) return null
  const found = (data?.data ?? []).flatMap((row): Option[] => {
    const cell = row[dimension]
    if (typeof cell !== 'object' || cell === null) return []
    return [{ value: cell.key === '' ? 'none' : cell.key, label: cell.label }]
  })
  return found.sort((one, other) => BY_NAME.compare(one.label, other.label))
}

interface FiltersProps {
  choice: Choice
  onChange: (key: FirstOrderKey | 'months', value: string | null) => void
}

export function FirstOrderFilters({ choice, onChange }: FiltersProps) {
  const user = useUser()
  const mayAsk = mayUser(user, 'view:scorecard')
  const options: Readonly<Record<FirstOrderKey, readonly Option[] | null>> = {
    distributor: useValues('distributor', mayAsk && mayUser(user, 'view:distributors')),
    province: PROVINCE_OPTIONS,
    company: useValues('company', mayAsk),
    benefit: mayUser(user, 'view:benefits') ? BENEFITS : null,
  }
  const offered = FIRST_ORDER.flatMap((key) => {
    const known = options[key]
    return known === null ? [] : [{ key, data: withChosen(known, choice[key]) }]
  })
  const words = offered.flatMap(({ key, data }) => {
    const label = data.find(({ value }) => value === choice[key])?.label
    return label === undefined ? [] : [`${text.keys[key]}: ${label}`]
  })
  return (
    <>
      <PaperWords words={words.length === 0 ? [] : [text.firstOrder, ...words]} />
      <fieldset className={css.filters} data-no-print>
        <Text component="legend" c="dimmed" fz="sm" p={0} mb={6}>
          {text.firstOrder}
        </Text>
        {offered.map(({ key, data }) => (
          <SelectField
            low
            key={key}
            label={text.keys[key]}
            className={css.filter}
            value={choice[key] ?? ''}
            data={[{ value: '', label: text.any[key] }, ...data]}
            onChange={(event) => onChange(key, event.currentTarget.value || null)}
          />
        ))}
        <Segments
          aria-label={text.span}
          size="xs"
          className={css.span}
          data={SPANS.map((span) => ({ value: String(span), label: text.months(span) }))}
          value={String(choice.months)}
          onChange={(span) => onChange('months', span === '12' ? null : span)}
        />
      </fieldset>
    </>
  )
}

/** A value from the address stays selected while the options load, and if no option has it. */
const withChosen = (offered: readonly Option[], chosen: string | undefined): readonly Option[] =>
  chosen === undefined || offered.some(({ value }) => value === chosen)
    ? offered
    : [...offered, { value: chosen, label: chosen }]
