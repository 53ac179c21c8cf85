import { queryClient } from '#web/api/ask.ts'

export const DELIVERIES = 'GET /api/deliveries'
export const CHANNELS = 'GET /api/notice-channels'

export const refresh = (...calls: readonly string[]): Promise<unknown> =>
  Promise.all(calls.map((call) => queryClient.invalidateQueries({ queryKey: [call] })))
