// Saving and changing views: calls, messages and refreshed queries.
import { useMutation } from '@tanstack/react-query'
import { queryOfAddress } from '#contract/address.ts'
import type { SaveViewBody } from '#contract/views.ts'
import { call } from '#web/api/call.ts'
import { ApiError } from '#web/api/errors.ts'
import { refreshViews } from '#web/lists/views.ts'
import { text } from './text.ts'

export const failureText = (error: unknown): string =>
  (error instanceof ApiError && text.failures[error.status]) || text.failure

function without(query: string, ...names: string[]): string {
  const params = new URLSearchParams(query)
  for (const name of names) params.delete(name)
  return params.toString()
}

/** Address and question of a view that follows the latest month. */
export function following(address: string, question: string | null) {
  const [path = ''] = address.split('?')
  const query = without(queryOfAddress(address).toString(), 'month')
  return {
    address: path + (query && `?${query}`),
    question: question && without(question, 'from', 'to'),
  }
}

export interface Choice {
  readonly pinned?: boolean
  readonly opens?: boolean
}

interface Saving {
  readonly body: SaveViewBody
  readonly choice?: Choice
}

export const useSaveView = (onSaved: (name: string) => void) =>
  useMutation({
    mutationFn: async ({ body, choice }: Saving) => {
      const { data } = await call('POST /api/views', { body })
      if (choice) await call('POST /api/views/chosen', { body: { id: data.id, ...choice } })
    },
    onSuccess: async (_, { body }) => {
      await refreshViews()
      onSaved(body.name)
    },
  })

export const useChooseView = () =>
  useMutation({
    mutationFn: (body: Choice & { id: number }) => call('POST /api/views/chosen', { body }),
    onSuccess: refreshViews,
  })
