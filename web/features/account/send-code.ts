import { call } from '#web/api/call.ts'
import type { SecondStep } from '#web/api/session.ts'

/** Completes a sign-in. Throws `ApiError` for a wrong code. */
export async function sendCode({ token, enter }: SecondStep, code: string): Promise<void> {
  const { data } = await call('POST /api/login/second-factor', { body: { token, code } })
  await enter(data.access_token)
}
