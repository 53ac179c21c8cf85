// The rules of benefits and the companies as a form; each rule says what it catches once it was tried. Touches ui and this feature.
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { Button, IconButton } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { usePainted } from '#web/ui/use-painted.ts'
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

/** What stands above the rules, and a rule, px at least. */
const ABOVE = 800
const RULE = 118

/** What lies below the window follows the first paint. */
const rulesInSight = () => Math.max(0, Math.ceil((innerHeight - ABOVE) / RULE))

export function MappingRules({ draft, caught, disabled, onChange }: MappingRulesProps) {
  const painted = usePainted()
  const rules = listOf(draft, 'discounts')
  const setRules = (discounts: readonly object[]) => onChange({ ...draft, discounts })
  return (
    <fieldset className={css.rules} disabled={disabled}>
      <div className={css.part}>
        <h3 className={css.subtitle}>{mappingText.discounts}</h3>
        <p className={css.quiet}>{mappingText.discountsNote}</p>
        <ol className={css.plainList}>
          {(painted ? rules : rules.slice(0, rulesInSight())).map((rule, index) => {
            const place = index + 1
            const field = (name: string) => ({
              value: textOf(rule, name),
              onChange: (event: { currentTarget: { value: string } }) =>
                setRules(withField(rules, index, name, event.currentTarget.value)),
              maxLength: 500,
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
                    <IconButton
                      disabled={disabled || index === 0}
                      label={mappingText.up(place)}
                      onClick={() => setRules(moved(rules, index, index - 1))}
                    >
                      <IconArrowUp size={16} aria-hidden />
                    </IconButton>
                    <IconButton
                      disabled={disabled || index === rules.length - 1}
                      label={mappingText.down(place)}
                      onClick={() => setRules(moved(rules, index, index + 1))}
                    >
                      <IconArrowDown size={16} aria-hidden />
                    </IconButton>
                    <IconButton
                      disabled={disabled}
                      label={mappingText.drop(place)}
                      onClick={() => setRules(rules.filter((_, other) => other !== index))}
                    >
                      <IconTrash size={16} aria-hidden />
                    </IconButton>
                  </span>
                </div>
                <div className={css.ruleFields}>
                  <TextField className={css.pattern} label={mappingText.pattern} {...field('pattern')} />
                  <SelectField
                    label={mappingText.kind}
                    data={Object.entries(mappingText.kinds).map(([value, label]) => ({
                      value: value === 'both' ? '' : value,
                      label,
                    }))}
                    {...field('kind')}
                  />
                  <SelectField label={mappingText.group} data={[...GROUPS]} {...field('group')} />
                  <TextField label={mappingText.subGroup} {...field('sub_group')} />
                  <TextField label={mappingText.promo} {...field('promo_name')} />
                </div>
              </li>
            )
          })}
        </ol>
        <Button frame="bordered" disabled={disabled} onClick={() => setRules([...rules, NEW_RULE])}>
          <IconPlus size={14} aria-hidden />
          {mappingText.add}
        </Button>
      </div>
      {painted ? <Companies draft={draft} disabled={disabled} onChange={onChange} /> : null}
      <p className={css.quiet}>{mappingText.rest}</p>
    </fieldset>
  )
}

function Companies({ draft, disabled, onChange }: Omit<MappingRulesProps, 'caught'>) {
  const companies = listOf(draft, 'companies')
  const setCompanies = (next: readonly object[]) => onChange({ ...draft, companies: next })
  return (
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
          })
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the first that matches decides, so its place is what it is.
            <li key={index} className={css.company}>
              <TextField className={css.pattern} label={mappingText.role} {...field('role')} />
              <TextField label={mappingText.label} {...field('label')} />
              <IconButton
                disabled={disabled}
                label={mappingText.dropCompany(index + 1)}
                onClick={() => setCompanies(companies.filter((_, other) => other !== index))}
              >
                <IconTrash size={16} aria-hidden />
              </IconButton>
            </li>
          )
        })}
      </ul>
      <Button frame="bordered" disabled={disabled} onClick={() => setCompanies([...companies, { role: '' }])}>
        <IconPlus size={14} aria-hidden />
        {mappingText.addCompany}
      </Button>
    </div>
  )
}
