// The changes of an audit entry, parsed from JSON and in Spanish words.
import { entryOf } from '#contract/entry.ts'
import { isMonth } from '#contract/month.ts'
import { PERMISSIONS, type Permission } from '#contract/permissions.ts'
import { dateTime, monthName } from '#web/text/format.ts'
import { PERMISSION_WORDS } from '#web/text/permission-words.ts'
import { parseJson } from '../parse-json.ts'
import { auditText } from './text.ts'

type Changes = Readonly<Record<string, readonly [unknown, unknown]>>

/** Field → [before, after]; empty when the text is not such an object. */
export function readChanges(json: string): Changes {
  const parsed = parseJson(json)
  if (typeof parsed !== 'object' || parsed === null) return {}
  return Object.fromEntries(
    Object.entries(parsed).flatMap(([field, pair]: [string, unknown]) =>
      Array.isArray(pair) ? [[field, [pair[0], pair[1]] as const]] : [],
    ),
  )
}

const UTC_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const isPermission = (text: string): text is Permission => (PERMISSIONS as readonly string[]).includes(text)

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return auditText.nothing
  if (Array.isArray(value)) return value.length === 0 ? auditText.nothing : value.map(valueText).join(', ')
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  if (isMonth(text)) return monthName(text)
  if (UTC_TIME.test(text)) return dateTime(text)
  return isPermission(text) ? PERMISSION_WORDS[text] : (entryOf(auditText.values, text) ?? text)
}

/** 'rol: admin → superAdmin; correo: …'. */
export const changesText = (json: string): string =>
  Object.entries(readChanges(json))
    .map(([field, [before, after]]) => {
      const name = entryOf(auditText.fields, field) ?? field
      if (before === null || before === undefined) return `${name}: ${valueText(after)}`
      return `${name}: ${valueText(before)} → ${valueText(after)}`
    })
    .join('; ')
