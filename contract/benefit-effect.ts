// Calls about what a benefit brought.
import { z } from 'zod'
import { type DataOf, monthEndpoint, type RowOf } from './endpoint.ts'
import { listEndpoints, rowShape } from './list-endpoint.ts'
import {
  EFFECT_SEGMENT_KEYS,
  EFFECT_SIDES,
  EFFECT_VERDICTS,
  effectColumns,
  effectFigures,
  effectGroupColumns,
  effectLists,
} from './lists/benefit-effect.ts'
import { count, isoDate, money, oneOf, text } from './vocabulary.ts'

const verdict = oneOf(EFFECT_VERDICTS)

/** What benefits are told apart by. */
export const EFFECT_BY = ['sub_group', 'promotion'] as const
export type EffectBy = (typeof EFFECT_BY)[number]

const benefit = {
  promotion: text.optional().meta({ description: 'Exactly this promotion', example: 'Galicia 20%' }),
  sub_group: text
    .optional()
    .meta({ description: 'Exactly this sub-group; default: any benefit', example: 'GALICIA' }),
}

export const benefitEffect = monthEndpoint('/api/benefits/effect', {
  access: 'view:benefits',
  summary:
    'What a benefit brought: its new users of a month beside buyers alike without it, 60 days before and after',
  description:
    'Of completed orders. Users: buyers whose first use lies in the month; the use is day 0. Controls ordered in the same days without it. Net is after discounts, so the discount is taken off once. faltan datos: the 60 days are not over; muy pocos casos: fewer than 15 users or 30 controls.',
  query: benefit,
  table: { columns: effectGroupColumns, field: 'groups', file: 'efecto_de_beneficio' },
  data: z.object({
    ...rowShape(effectFigures),
    verdict,
    left_out: count.describe('Further users: nobody of their company or province is compared with'),
    discount: money.describe('Of the benefit, on orders of the users in their 60 days; already off the net'),
    bought: money.describe('Net of the users on day 0 and the 60 days after it'),
    expected: money.nullable().describe('The same without the benefit; estimate is the difference'),
    until: isoDate.nullable().describe('Last day that the comparison needs; null: there are no users'),
    groups: z
      .array(z.object({ ...rowShape(effectGroupColumns), segment: oneOf(EFFECT_SEGMENT_KEYS) }))
      .describe('Users by segment, province and company; the most users first'),
  }),
})

const ofGroup = text.optional().meta({ description: 'Of the groups with this value; default: all' })

export const effectCalls = listEndpoints(effectLists, {
  effectBuyers: {
    query: {
      ...benefit,
      side: oneOf(EFFECT_SIDES).default('users').meta({ whenAbsent: 'users', description: 'Who is listed' }),
      segment: oneOf(EFFECT_SEGMENT_KEYS).optional().meta({ description: 'Of this group alone' }),
      ...{ province: ofGroup, company: ofGroup },
    },
  },
})

export const benefitEffects = monthEndpoint('/api/benefits/effects', {
  access: 'view:benefits',
  summary: 'What each benefit brought, of the newest month until start_date that can be judged',
  description:
    'A month can be judged when 60 days have passed since its end. Rows as of /api/benefits/effect, of benefits with new users in that month.',
  query: { by: oneOf(EFFECT_BY).default('sub_group').describe('What a row is about') },
  table: { columns: effectColumns, field: 'rows', file: 'efecto_de_beneficios' },
  data: z.object({
    month: z.string().describe('YYYY-MM, of the first uses'),
    until: isoDate
      .nullable()
      .describe('Day until which start_date’s own month needs orders; null: it is the month'),
    rows: z.array(z.object({ key: z.string(), ...rowShape(effectColumns), verdict })),
  }),
})

export type BenefitEffect = DataOf<typeof benefitEffect>
export type EffectBuyer = RowOf<typeof effectCalls.effectBuyers>
export type EffectGroup = BenefitEffect['groups'][number]
export type BenefitEffects = DataOf<typeof benefitEffects>
