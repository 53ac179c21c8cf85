// Tests, saves and removes the shop's connection.
import { useMutation } from '@tanstack/react-query'
import type { ShopConnection } from '#contract/shop.ts'
import { call, fetchQuery, queryClient, refresh } from '#web/api/call.ts'
import { text } from './text.ts'

interface ConnectionValues {
  url: string
  key: string
  secret: string
  certificate: string
}

/** Without a typed key the stored one is kept. */
const bodyOf = ({ url, key, secret, certificate }: ConnectionValues) => ({
  url: url.trim(),
  ...(key.trim() && { key: key.trim() }),
  ...(secret.trim() && { secret: secret.trim() }),
  ...(certificate.trim() && { certificate: certificate.trim() }),
})

const showAnswer = (answer: { success: true; data: ShopConnection }) => {
  queryClient.setQueryData(fetchQuery('GET /api/config/store').queryKey, answer)
  return refresh('GET /api/config/crones/list')
}

export function useConnection(
  onDone: (notice: string | null) => void,
  onSaved: (url: string | null) => void,
) {
  const clearNotice = () => onDone(null)
  const test = useMutation({
    mutationFn: (values: ConnectionValues) => call('POST /api/config/store/test', { body: bodyOf(values) }),
  })
  const save = useMutation({
    mutationFn: (values: ConnectionValues) => call('POST /api/config/store', { body: bodyOf(values) }),
    onMutate: clearNotice,
    onSuccess: async (answer) => {
      await showAnswer(answer)
      onSaved(answer.data.url)
      onDone(text.saved)
    },
  })
  const remove = useMutation({
    mutationFn: () => call('DELETE /api/config/store'),
    onSuccess: async (answer) => {
      await showAnswer(answer)
      onDone(text.removed)
    },
  })
  return { test, save, remove }
}
