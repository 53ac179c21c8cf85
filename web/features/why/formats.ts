import type { ExplanationBody } from '#contract/questions/explain-call.ts'
import { cellText } from '#web/text/format.ts'

export type Explanation = ExplanationBody['data']
export type Unit = Explanation['unit']

export const valueText = (value: number | null, format: Unit): string => cellText(value, { format })

/** With a plus before gains. */
export const signedText = (value: number, format: Unit): string =>
  value > 0 ? `+${valueText(value, format)}` : valueText(value, format)
