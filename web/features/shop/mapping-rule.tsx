// One benefit rule of the mapping, with its fields and buttons.
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { DISCOUNT_GROUPS } from '#contract/benefit-groups.ts'
import { IconButton } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import shared from '#web/ui/shared.module.css'
import css from './mapping.module.css'
import { type Fields, fieldProps, metaOf } from './mapping-draft.ts'
import { mappingText } from './text.ts'

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

export function MappingRule({ rule, place, isLast, caught, onField, onMove, onRemove }: MappingRuleProps) {
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
        <TextField className={css.pattern} label={mappingText.pattern} {...field('pattern')} />
        <SelectField label={mappingText.kind} data={KINDS} {...field('kind')} />
        <SelectField label={mappingText.group} data={DISCOUNT_GROUPS} {...field('group')} />
        <TextField label={mappingText.subGroup} {...field('sub_group')} />
        <TextField label={mappingText.promo} {...field('promo_name')} />
      </div>
    </li>
  )
}
