// The changes of a line of the trail, as JSON holds them and as people read them. Touches contract, text and this feature's words.
import { isMonth } from '#contract/month.ts'
import { PERMISSIONS, type Permission } from '#contract/permissions.ts'
import { monthName } from '#web/text/format.ts'
import { auditText, PERMISSION_WORDS } from './text.ts'

export type Changes = Readonly<Record<string, readonly [unknown, unknown]>>

/** Field → before and after; nothing where the text is no such thing. */
export function readChanges(json: string): Changes {
  let read: unknown
  try {
    read = JSON.parse(json)
  } catch {
    return {}
  }
  if (typeof read !== 'object' || read === null) return {}
  return Object.fromEntries(
    Object.entries(read).flatMap(([field, pair]: [string, unknown]) =>
      Array.isArray(pair) ? [[field, [pair[0], pair[1]] as const]] : [],
    ),
  )
}

const isPermission = (text: string): text is Permission => (PERMISSIONS as readonly string[]).includes(text)

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return auditText.nothing
  if (Array.isArray(value)) return value.length === 0 ? auditText.nothing : value.map(valueText).join(', ')
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  if (isMonth(text)) return monthName(text)
  return isPermission(text) ? PERMISSION_WORDS[text] : (auditText.values[text] ?? text)
}

/** 'rol: admin → superAdmin; correo: …'. */
export const changesText = (json: string): string =>
  Object.entries(readChanges(json))
    .map(([field, [before, after]]) => {
      const name = auditText.fields[field] ?? field
      if (before === null || before === undefined) return `${name}: ${valueText(after)}`
      return `${name}: ${valueText(before)} → ${valueText(after)}`
    })
    .join('; ')
