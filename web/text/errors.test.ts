// What a failed call tells its reader.
import { expect, test } from 'vitest'
import { ERRORS, type ErrorCode } from '#contract/errors.ts'
import { readFailure } from '#web/api/errors.ts'
import { errorText } from './errors.ts'

const failed = (code: string, status: number, message = 'x') =>
  readFailure(Response.json({ success: false, code, message }, { status }))
const known = (code: ErrorCode) => failed(code, ERRORS[code][0], ERRORS[code][1])

test('a failure says what its code means, in the words of the server where those are for people', async () => {
  expect(errorText(await known('role-in-use'))).toBe('Tiene usuarios: primero hay que darles otro rol.')
  expect(errorText(await known('sum-too-large'))).toBe(ERRORS['sum-too-large'][1])
  expect(errorText(await known('goals-undo-conflict'))).toBe(
    'Alguien más cambió estos datos al mismo tiempo.',
  )
})

test('a code that this version does not know, and an answer without one, say what their status means', async () => {
  for (const failure of [
    await failed('of-tomorrow', 409),
    await readFailure(new Response('', { status: 409 })),
  ])
    expect(errorText(failure)).toBe('Alguien más cambió estos datos al mismo tiempo.')
  expect(errorText(await failed('constructor', 503))).toBe(
    'El servidor está ocupado. Probá de nuevo en un momento.',
  )
  expect(errorText(await failed('of-tomorrow', 500))).toBe('El servidor no pudo responder.')
})
