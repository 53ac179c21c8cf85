// The values of a dimension that changed a figure; each opens a step deeper.
import { Box, Text } from '@mantine/core'
import { IconChartDots3 } from '@tabler/icons-react'
import { type Filter, filterText, keptValue, withoutValues } from '#contract/questions/filter.ts'
import { PageLink } from '#web/ui/links.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { filtersIn, useWhyHref, withFilters } from './address.ts'
import css from './dimension-list.module.css'
import { type Explanation, signedText, type Unit, valueText } from './formats.ts'
import { text } from './text.ts'
import { WhyLink } from './why-link.tsx'

export type Dimension = Explanation['dimensions'][number]
type Change = NonNullable<Dimension['rest']>

/** From this value on, a dimension stands out. */
const STANDS_OUT = 0.5

interface DimensionListProps {
  why: string
  dimension: Dimension
  unit: Unit
  isLoss: boolean
  isOpen: boolean
  /** Path of the same values in Explorar. */
  explore: string
}

export function DimensionList({ why, dimension, unit, isLoss, isOpen, explore }: DimensionListProps) {
  const { key, label, values, rest, explains } = dimension
  const hrefOf = useWhyHref()
  const inside = (filter: Filter) => hrefOf(withFilters(why, [...filtersIn(why), filterText(filter)]))
  const most = Math.max(...[...values, ...(rest ? [rest] : [])].map((one) => Math.abs(one.difference))) || 1
  const row = { unit, isLoss, most }
  return (
    <details className={css.dimension} open={isOpen}>
      <summary className={css.head}>
        <Text component="h4" flex={1} fz="sm" fw={600}>
          {label}
        </Text>
        <Tooltip label={`${text.weight(explains)}. ${text.weightHint}`}>
          <span className={css.weight} data-strong={explains >= STANDS_OUT || undefined}>
            <span className={css.meter} aria-hidden>
              <span style={{ width: `${explains * 100}%` }} />
            </span>
            <VisuallyHidden>{text.weight(explains)}</VisuallyHidden>
          </span>
        </Tooltip>
      </summary>
      <Box component="ul" mb={4}>
        {values.map((value) => (
          <li key={value.key}>
            <WhyLink
              className={css.row}
              href={inside(keptValue(key, value.key))}
              title={text.inside(value.label)}
            >
              <Cells {...row} label={value.label} change={value} isStrong={value.stands_out} />
            </WhyLink>
          </li>
        ))}
        {rest ? (
          <li>
            {dimension.adds_up ? (
              <WhyLink
                className={css.row}
                href={inside(
                  withoutValues(
                    key,
                    values.map((value) => value.key),
                  ),
                )}
                title={text.inside(text.rest)}
                data-rest
              >
                <Cells {...row} label={text.rest} change={rest} />
              </WhyLink>
            ) : (
              // Values that overlap cannot be opened as a question.
              <div className={css.row} data-rest>
                <Cells {...row} label={text.rest} change={rest} />
              </div>
            )}
          </li>
        ) : null}
      </Box>
      {dimension.adds_up ? null : <p className={css.note}>{text.overlaps}</p>}
      <p className={css.more} data-no-print>
        <IconChartDots3 size={14} stroke={1.6} aria-hidden />
        <PageLink href={explore}>{text.exploreBy(label)}</PageLink>
      </p>
    </details>
  )
}

interface CellsProps {
  label: string
  change: Change
  unit: Unit
  isLoss: boolean
  most: number
  isStrong?: boolean
}

function Cells({ label, change, unit, isLoss, most, isStrong }: CellsProps) {
  const { before, after, difference } = change
  const news = difference === 0 ? undefined : difference > 0 === isLoss ? 'bad' : 'good'
  return (
    <>
      <span className={css.name}>
        <span className={css.label} title={label}>
          {label}
        </span>
        {isStrong ? <span className={css.tag}>{text.standsOut}</span> : null}
      </span>
      <span className={css.difference} data-news={news}>
        {signedText(difference, unit)}
      </span>
      <span className={css.track} aria-hidden>
        <span
          className={css.bar}
          data-news={news}
          data-side={difference < 0 ? 'left' : 'right'}
          style={{ width: `${(Math.abs(difference) / most) * 50}%` }}
        />
      </span>
      <span className={css.both}>{`${valueText(before, unit)} → ${valueText(after, unit)}`}</span>
    </>
  )
}
