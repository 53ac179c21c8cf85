// The benefit rules and the companies of the mapping as a form.
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { DISCOUNT_GROUPS } from '#contract/benefit-groups.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { usePainted } from '#web/ui/paint.ts'
import shared from '#web/ui/shared.module.css'
import guided from './guided.module.css'
import css from './mapping.module.css'
import {
  type Draft,
  type Fields,
  fieldProps,
  listOf,
  metaOf,
  moved,
  NEW_RULE,
  withField,
  without,
} from './mapping-draft.ts'
import { mappingText } from './text.ts'

interface MappingRulesProps {
  draft: Draft
  /** Number of discounts that each rule matched in the preview. */
  caught: readonly number[] | undefined
  disabled: boolean
  onChange: (draft: Draft) => void
}

/** Height above the rules, and minimum height of a rule, px. */
const ABOVE = 800
const RULE = 118

/** Rules below the window are drawn after the first paint. */
const visibleRules = () => Math.max(0, Math.ceil((innerHeight - ABOVE) / RULE))

export function MappingRules({ draft, caught, disabled, onChange }: MappingRulesProps) {
  const painted = usePainted()
  const rules = listOf(draft, 'discounts')
  const setRules = (discounts: readonly object[]) => onChange({ ...draft, discounts })
  return (
    <fieldset className={guided.sections} disabled={disabled}>
      <div className={guided.part}>
        <h3 className={shared.heading}>{mappingText.discounts}</h3>
        <p className={shared.quiet}>{mappingText.discountsNote}</p>
        <ol className={shared.gapList}>
          {(painted ? rules : rules.slice(0, visibleRules())).map((rule, index) => (
            <MappingRule
              // biome-ignore lint/suspicious/noArrayIndexKey: a rule is identified by its position
              key={index}
              rule={rule}
              place={index + 1}
              isLast={index === rules.length - 1}
              caught={caught?.[index]}
              onField={(name, value) => setRules(withField(rules, index, name, value))}
              onMove={(step) => setRules(moved(rules, index, index + step))}
              onRemove={() => setRules(without(rules, index))}
            />
          ))}
        </ol>
        <AddButton label={mappingText.add} onClick={() => setRules([...rules, NEW_RULE])} />
      </div>
      {painted ? <Companies draft={draft} onChange={onChange} /> : null}
      <p className={shared.quiet}>{mappingText.rest}</p>
    </fieldset>
  )
}

const AddButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button frame="bordered" onClick={onClick}>
    <IconPlus size={14} aria-hidden />
    {label}
  </Button>
)

function Companies({ draft, onChange }: Pick<MappingRulesProps, 'draft' | 'onChange'>) {
  const companies = listOf(draft, 'companies')
  const setCompanies = (next: readonly object[]) => onChange({ ...draft, companies: next })
  return (
    <div className={guided.part}>
      <h3 className={shared.heading}>{mappingText.companies}</h3>
      <p className={shared.quiet}>{mappingText.companiesNote}</p>
      <ul className={shared.gapList}>
        {companies.map((company, index) => {
          const field = fieldProps(company, (name, value) =>
            setCompanies(withField(companies, index, name, value)),
          )
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a company is identified by its position
            <li key={index} className={css.company}>
              <TextField low className={css.pattern} label={mappingText.role} {...field('role')} />
              <TextField
                low
                label={mappingText.label}
                placeholder={company.label === null ? mappingText.noCompany : ''}
                {...field('label')}
              />
              <IconButton
                label={mappingText.dropCompany(index + 1)}
                onClick={() => setCompanies(without(companies, index))}
              >
                <IconTrash size={16} aria-hidden />
              </IconButton>
            </li>
          )
        })}
      </ul>
      <AddButton label={mappingText.addCompany} onClick={() => setCompanies([...companies, { role: '' }])} />
    </div>
  )
}

interface MappingRuleProps {
  rule: Fields
  /** Position in the list, from 1. */
  place: number
  isLast: boolean
  /** Number of discounts that the rule matched in the preview. */
  caught: number | undefined
  onField: (name: string, value: string) => void
  onMove: (step: number) => void
  onRemove: () => void
}

const KINDS = Object.entries(mappingText.kinds).map(([value, label]) => ({
  value: value === 'both' ? '' : value,
  label,
}))

function MappingRule({ rule, place, isLast, caught, onField, onMove, onRemove }: MappingRuleProps) {
  const field = fieldProps(rule, onField)
  const meta = metaOf(rule)
  return (
    <li className={`${shared.box} ${css.rule}`} aria-label={mappingText.rule(place)}>
      <div className={css.ruleHead}>
        <span className={css.place}>{place}</span>
        {caught === undefined ? null : (
          <span className={`${shared.pill} ${css.caught}`} data-none={caught === 0 || undefined}>
            {mappingText.caught(caught)}
          </span>
        )}
        {meta ? <span className={shared.quiet}>{mappingText.meta(meta.key, meta.pattern)}</span> : null}
        <span className={css.ruleButtons}>
          <IconButton disabled={place === 1} label={mappingText.up(place)} onClick={() => onMove(-1)}>
            <IconArrowUp size={16} aria-hidden />
          </IconButton>
          <IconButton disabled={isLast} label={mappingText.down(place)} onClick={() => onMove(1)}>
            <IconArrowDown size={16} aria-hidden />
          </IconButton>
          <IconButton label={mappingText.drop(place)} onClick={onRemove}>
            <IconTrash size={16} aria-hidden />
          </IconButton>
        </span>
      </div>
      <div className={css.ruleFields}>
        <TextField low className={css.pattern} label={mappingText.pattern} {...field('pattern')} />
        <SelectField low label={mappingText.kind} data={KINDS} {...field('kind')} />
        <SelectField low label={mappingText.group} data={DISCOUNT_GROUPS} {...field('group')} />
        <TextField low label={mappingText.subGroup} {...field('sub_group')} />
        <TextField low label={mappingText.promo} {...field('promo_name')} />
      </div>
    </li>
  )
}
