// Validation rules of form fields. A rule returns an error text, or null.

export type Rule = (value: string) => string | null

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** The first error of several rules. */
export const all =
  (...rules: readonly Rule[]): Rule =>
  (value) => {
    for (const rule of rules) {
      const error = rule(value)
      if (error) return error
    }
    return null
  }

export const required =
  (error: string): Rule =>
  (value) =>
    value.trim() === '' ? error : null

export const atMost =
  (length: number, error: string): Rule =>
  (value) =>
    value.length > length ? error : null

export const atLeast =
  (length: number, error: string): Rule =>
  (value) =>
    value.length < length ? error : null

export const validEmail =
  (error: string): Rule =>
  (value) =>
    EMAIL.test(value.trim()) ? null : error
