import { all, atLeast, atMost, type Rule, required, validEmail } from '#web/ui/forms/fields.tsx'
import { text } from './text.ts'

const { rules } = text
const short = atMost(255, rules.tooLong)

export const signInRules = {
  email: all(required(rules.signInEmailRequired), validEmail(rules.signInEmailInvalid), short),
  password: all(required(rules.passwordRequired), short),
}

export const newPasswordRule: Rule = all(
  required(rules.passwordRequired),
  atLeast(12, rules.passwordShort),
  short,
)

export const signUpRules = {
  firstName: all(required(rules.firstNameRequired), short),
  lastName: all(required(rules.lastNameRequired), short),
  email: signInRules.email,
  password: newPasswordRule,
}

export const resetRules = {
  email: all(required(rules.resetEmailRequired), validEmail(rules.resetEmailInvalid), short),
}
