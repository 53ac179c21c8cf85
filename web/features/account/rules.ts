// Validation of the account forms, with the texts of the specification. Pure.
import { text } from './text.ts'

const MOST = 255
const PASSWORD_LEAST = 12
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

type Rule = (value: string) => string | null

const { rules } = text

/** The first complaint, or null when the value is fine. */
const all =
  (...checks: readonly Rule[]): Rule =>
  (value) => {
    for (const check of checks) {
      const complaint = check(value)
      if (complaint) return complaint
    }
    return null
  }

const required =
  (message: string): Rule =>
  (value) =>
    value.trim() === '' ? message : null

const atMost: Rule = (value) => (value.length > MOST ? rules.tooLong : null)

const validEmail =
  (message: string): Rule =>
  (value) =>
    EMAIL.test(value.trim()) ? null : message

const atLeast: Rule = (value) => (value.length < PASSWORD_LEAST ? rules.passwordShort : null)

export const signInRules = {
  email: all(required(rules.signInEmailRequired), validEmail(rules.signInEmailInvalid), atMost),
  password: all(required(rules.passwordRequired), atMost),
}

export const newPasswordRule: Rule = all(required(rules.passwordRequired), atLeast, atMost)

export const signUpRules = {
  firstName: all(required(rules.firstNameRequired), atMost),
  lastName: all(required(rules.lastNameRequired), atMost),
  email: all(required(rules.signInEmailRequired), validEmail(rules.signInEmailInvalid), atMost),
  password: newPasswordRule,
}

export const resetRules = {
  email: all(required(rules.resetEmailRequired), validEmail(rules.resetEmailInvalid), atMost),
}
