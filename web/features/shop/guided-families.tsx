// Coupons and negative fees in families, each with a select for its group.
import { Checkbox, Stack } from '@mantine/core'
import { DISCOUNT_GROUPS } from '#contract/benefit-groups.ts'
import type { ExampleFamily } from '#contract/mapping-examples.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import shared from '#web/ui/shared.module.css'
import css from './guided.module.css'
import { type FamilyChoice, familyChoice, type GuidedDraft, withGroup } from './guided-draft.ts'
import { guidedText, labelText } from './guided-text.ts'

export interface SectionProps {
  draft: GuidedDraft
  onChange: (draft: GuidedDraft) => void
}

export function GuidedFamilies({
  families,
  ...section
}: SectionProps & { families: readonly ExampleFamily[] }) {
  const without = families.filter(({ group }) => group === null)
  const grouped = families.filter(({ group }) => group !== null)
  return (
    <section className={css.part} aria-label={guidedText.benefits}>
      <h3 className={shared.heading}>{guidedText.benefits}</h3>
      <p className={shared.quiet}>{without.length > 0 ? guidedText.benefitsNote : guidedText.allGrouped}</p>
      <Families families={without} {...section} />
      {grouped.length > 0 ? (
        <details className={css.details}>
          <summary>{guidedText.grouped(grouped.length)}</summary>
          <Families families={grouped} {...section} />
        </details>
      ) : null}
    </section>
  )
}

const Families = ({ families, draft, onChange }: SectionProps & { families: readonly ExampleFamily[] }) => (
  <ul className={shared.gapList}>
    {families.map((family) => (
      <Family
        key={family.id}
        family={family}
        choice={familyChoice(draft, family)}
        onChange={(choice) => onChange({ ...draft, families: { ...draft.families, [family.id]: choice } })}
      />
    ))}
  </ul>
)

interface FamilyProps {
  family: ExampleFamily
  choice: FamilyChoice
  onChange: (choice: FamilyChoice) => void
}

const GROUPS = [...DISCOUNT_GROUPS]
const REPORTS = [
  { value: '', label: guidedText.noReport, report: null },
  { value: 'boxes-mix', label: guidedText.reports['boxes-mix'], report: 'boxes-mix' },
  { value: 'buy-x-get-y', label: guidedText.reports['buy-x-get-y'], report: 'buy-x-get-y' },
] as const

function Family({ family, choice, onChange }: FamilyProps) {
  const { kind, form, label, uses, amount, order_id, names, more } = family
  const all = names.length + more
  const title = labelText(form, label)
  return (
    <li
      className={`${shared.box} ${css.family}`}
      aria-label={title}
      data-chosen={choice.group !== null || undefined}
    >
      <Stack align="flex-start" gap={2} miw={0}>
        <strong className={css.code}>{title}</strong>
        <span className={shared.quiet}>
          {guidedText.familyFacts(kind, all, uses, amount)}
          {all === 1 ? ` · ${guidedText.example(order_id)}` : null}
        </span>
        {family.group === null ? null : (
          <span className={shared.quiet}>{guidedText.today(family.group, family.sub_group)}</span>
        )}
        {all > 1 ? <Names family={family} choice={choice} onChange={onChange} /> : null}
      </Stack>
      <div className={css.fields}>
        <SelectField
          low
          label={guidedText.group}
          data={[
            { value: '', label: family.group === null ? guidedText.noGroup : guidedText.asItIs },
            ...GROUPS,
          ]}
          value={choice.group ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange(withGroup(choice, GROUPS.find((group) => group === value) ?? null, all))
          }
        />
        {choice.group === null ? null : <SubGroup all={all} choice={choice} onChange={onChange} />}
        {choice.group === null ? null : (
          <SelectField
            low
            label={guidedText.report}
            data={REPORTS}
            value={choice.report ?? ''}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...choice, report: REPORTS.find((one) => one.value === value)?.report ?? null })
            }
          />
        )}
      </div>
    </li>
  )
}

const SubGroup = ({ all, choice, onChange }: Omit<FamilyProps, 'family'> & { all: number }) => (
  <>
    {all > 1 ? (
      <SelectField
        low
        label={guidedText.subGroupOf}
        data={[
          { value: '', label: guidedText.together },
          { value: 'each', label: guidedText.each },
        ]}
        value={choice.each ? 'each' : ''}
        onChange={({ currentTarget: { value } }) => onChange({ ...choice, each: value === 'each' })}
      />
    ) : null}
    {choice.each ? null : (
      <TextField
        low
        label={guidedText.subGroup}
        maxLength={255}
        value={choice.subGroup}
        onChange={({ currentTarget: { value } }) => onChange({ ...choice, subGroup: value })}
      />
    )}
  </>
)

/** The names of a family; unchecked names stay as they are. */
const Names = ({ family: { kind, names, more }, choice, onChange }: FamilyProps) => (
  <details className={css.details}>
    <summary>{guidedText.names(kind, names.length + more)}</summary>
    <ul className={css.names}>
      {names.map(({ name, uses, amount, order_id }) => (
        <li key={name}>
          <Checkbox
            size="xs"
            label={
              <>
                <span className={css.code}>{name}</span>{' '}
                <span className={shared.quiet}>{guidedText.nameFacts(uses, amount, order_id)}</span>
              </>
            }
            checked={!choice.without.includes(name)}
            onChange={({ currentTarget: { checked } }) =>
              onChange({
                ...choice,
                without: checked ? choice.without.filter((one) => one !== name) : [...choice.without, name],
              })
            }
          />
        </li>
      ))}
    </ul>
    {more > 0 ? (
      <p className={shared.quiet}>
        {choice.without.length > 0 ? guidedText.moreLeftOut(more) : guidedText.more(more)}
      </p>
    ) : null}
  </details>
)
