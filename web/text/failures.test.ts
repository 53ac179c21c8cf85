// Every code has its text.
import { describe, expect, test } from 'vitest'
import { ERROR_CODES, ERRORS, FIELD_ERROR_CODES, FIELD_ERRORS, STATUS_ERROR_CODES } from '#contract/errors.ts'
import { readFailure } from '#web/api/errors.ts'
import { errorText } from './errors.ts'

const GENERAL = 'El servidor no pudo responder.'

/** Statuses that the screens never meet, which say the general text. */
const UNSEEN = [405, 408, 414, 415, 431, 500]

const answered = (body: object, status: number) =>
  readFailure(Response.json({ success: false, ...body }, { status }))

describe('each code of a failure', () => {
  test.each(ERROR_CODES)('%s has a text in Spanish', async (code) => {
    const [status, message] = ERRORS[code]
    const text = errorText(await answered({ code, message }, status))
    const isGeneral = STATUS_ERROR_CODES.some((one) => one === code) && UNSEEN.includes(status)
    expect(text === GENERAL).toBe(isGeneral)
    expect(text.length).toBeGreaterThan(10)
    expect(text).not.toMatch(/\b(the|is|not|no longer|must|there)\b/i)
  })

  test.each(FIELD_ERROR_CODES)('of a field, %s has a text in Spanish', async (code) => {
    const errors = [{ path: 'x', message: FIELD_ERRORS[code], code }]
    const { fields } = await answered({ code: 'bad-request', message: 'Bad Request', errors }, 400)
    expect(fields[0]?.text).toMatch(/[a-z]{4}/)
    expect(fields[0]?.text).not.toMatch(/\b(the|is|must|needs)\b/)
  })
})
