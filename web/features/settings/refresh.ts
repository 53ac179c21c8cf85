// What is asked again after a change. Touches api.
import { queryClient } from '#web/api/ask.ts'
import type { Key } from '#web/api/call.ts'

/** Every answer of these calls is old now, whatever it was asked with. */
export const refresh = (...calls: readonly Key[]): Promise<unknown> =>
  Promise.all(calls.map((call) => queryClient.invalidateQueries({ queryKey: [call] })))
