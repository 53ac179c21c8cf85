// The rules of benefits and the companies as a form; each rule says what it catches once it was tried. Touches Mantine and this feature.
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { type Draft, GROUPS, listOf, metaOf, moved, NEW_RULE, textOf, withField } from './draft.ts'
import css from './shop.module.css'
import { mappingText } from './text.ts'

interface MappingRulesProps {
  draft: Draft
  /** How many discounts each rule caught, once it was tried. */
  caught: readonly number[] | undefined
  disabled: boolean
  onChange: (draft: Draft) => void
}

export function MappingRules({ draft, caught, disabled, onChange }: MappingRulesProps) {
  const rules = listOf(draft, 'discounts')
  const companies = listOf(draft, 'companies')
  const setRules = (discounts: readonly object[]) => onChange({ ...draft, discounts })
  const setCompanies = (next: readonly object[]) => onChange({ ...draft, companies: next })
  return (
    <fieldset className={css.rules} disabled={disabled}>
      <div className={css.part}>
        <h3 className={css.subtitle}>{mappingText.discounts}</h3>
        <p className={css.quiet}>{mappingText.discountsNote}</p>
        <ol className={css.plainList}>
          {rules.map((rule, index) => {
            const place = index + 1
            const field = (name: string) => ({
              value: textOf(rule, name),
              onChange: (event: { currentTarget: { value: string } }) =>
                setRules(withField(rules, index, name, event.currentTarget.value)),
              maxLength: 500,
              size: 'xs' as const,
            })
            const meta = metaOf(rule)
            const count = caught?.[index]
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a rule is known by its place alone, which decides.
              <li key={index} className={css.rule} aria-label={mappingText.rule(place)}>
                <div className={css.ruleHead}>
                  <span className={css.place}>{place}</span>
                  {count === undefined ? null : (
                    <span className={css.tag} data-none={count === 0 || undefined}>
                      {mappingText.caught(count)}
                    </span>
                  )}
                  {meta ? (
                    <span className={css.quiet}>{mappingText.meta(meta.key, meta.pattern)}</span>
                  ) : null}
                  <span className={css.ruleButtons}>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size="md"
                      disabled={disabled || index === 0}
                      aria-label={mappingText.up(place)}
                      onClick={() => setRules(moved(rules, index, index - 1))}
                    >
                      <IconArrowUp size={16} aria-hidden />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size="md"
                      disabled={disabled || index === rules.length - 1}
                      aria-label={mappingText.down(place)}
                      onClick={() => setRules(moved(rules, index, index + 1))}
                    >
                      <IconArrowDown size={16} aria-hidden />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size="md"
                      disabled={disabled}
                      aria-label={mappingText.drop(place)}
                      onClick={() => setRules(rules.filter((_, other) => other !== index))}
                    >
                      <IconTrash size={16} aria-hidden />
                    </ActionIcon>
                  </span>
                </div>
                <div className={css.ruleFields}>
                  <TextInput
                    className={css.pattern ?? ''}
                    label={mappingText.pattern}
                    {...field('pattern')}
                  />
                  <NativeSelect
                    label={mappingText.kind}
                    data={Object.entries(mappingText.kinds).map(([value, label]) => ({
                      value: value === 'both' ? '' : value,
                      label,
                    }))}
                    {...field('kind')}
                  />
                  <NativeSelect label={mappingText.group} data={[...GROUPS]} {...field('group')} />
                  <TextInput label={mappingText.subGroup} {...field('sub_group')} />
                  <TextInput label={mappingText.promo} {...field('promo_name')} />
                </div>
              </li>
            )
          })}
        </ol>
        <Button
          variant="default"
          size="xs"
          disabled={disabled}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setRules([...rules, NEW_RULE])}
        >
          {mappingText.add}
        </Button>
      </div>
      <div className={css.part}>
        <h3 className={css.subtitle}>{mappingText.companies}</h3>
        <p className={css.quiet}>{mappingText.companiesNote}</p>
        <ul className={css.plainList}>
          {companies.map((company, index) => {
            const field = (name: string) => ({
              value: textOf(company, name),
              onChange: (event: { currentTarget: { value: string } }) =>
                setCompanies(withField(companies, index, name, event.currentTarget.value)),
              maxLength: 500,
              size: 'xs' as const,
            })
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the first that matches decides, so its place is what it is.
              <li key={index} className={css.company}>
                <TextInput label={mappingText.role} {...field('role')} />
                <TextInput label={mappingText.label} {...field('label')} />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="md"
                  disabled={disabled}
                  aria-label={mappingText.dropCompany(index + 1)}
                  onClick={() => setCompanies(companies.filter((_, other) => other !== index))}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </li>
            )
          })}
        </ul>
        <Button
          variant="default"
          size="xs"
          disabled={disabled}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setCompanies([...companies, { role: '' }])}
        >
          {mappingText.addCompany}
        </Button>
      </div>
      <p className={css.quiet}>{mappingText.rest}</p>
    </fieldset>
  )
}
