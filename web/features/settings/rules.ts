// What the forms of the settings ask for. Pure.
import { rulesText } from './text.ts'

const MOST = 255
const PASSWORD_LEAST = 12
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

const filled = (value: string, message: string): string | null => {
  if (value.trim() === '') return message
  return value.length > MOST ? rulesText.tooLong : null
}

export const nameRule = (value: string) => filled(value, rulesText.nameRequired)
export const roleNameRule = (value: string) => filled(value, rulesText.roleNameRequired)

export const emailRule = (value: string): string | null =>
  filled(value, rulesText.emailRequired) ?? (EMAIL.test(value.trim()) ? null : rulesText.emailInvalid)

/** A new account needs a password, an old one keeps its own when none is given. */
export const passwordRule = (value: string, needed: boolean): string | null => {
  if (value === '') return needed ? rulesText.passwordRequired : null
  if (value.length > MOST) return rulesText.tooLong
  return value.length < PASSWORD_LEAST ? rulesText.passwordShort : null
}
