import type { Permission } from '#contract/permissions.ts'
import { all, atLeast, atMost, type Rule, required, validEmail } from '#web/ui/forms/fields.tsx'
import { rulesText } from './text.ts'

const short = atMost(255, rulesText.tooLong)
const newPassword = all(short, atLeast(12, rulesText.passwordShort))

export const nameRule: Rule = all(required(rulesText.nameRequired), short)
export const roleNameRule: Rule = all(required(rulesText.roleNameRequired), short)
export const emailRule: Rule = all(
  required(rulesText.emailRequired),
  short,
  validEmail(rulesText.emailInvalid),
)

/** A new account needs a password; an existing one keeps its own when none is given. */
export const passwordRule = (value: string, needed: boolean): string | null => {
  if (value === '') return needed ? rulesText.passwordRequired : null
  return newPassword(value)
}

/** A role limited to distributors needs at least one, and must not have the permission to lift its own limit. */
export function limitRule(
  distIds: readonly string[] | null,
  permissions: readonly Permission[],
): string | null {
  if (distIds === null) return null
  if (permissions.includes('settings')) return rulesText.settingsUnlimited
  return distIds.length === 0 ? rulesText.pickDistributor : null
}
