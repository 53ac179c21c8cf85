// The examples from the shop's orders, polled until they are complete.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, queryClient } from '#web/api/call.ts'

const READING_MS = 1000

export const EXAMPLES_KEY = ['POST /api/config/store/mapping/examples'] as const

export function useExamples() {
  const [started, setStarted] = useState(false)
  const query = useQuery({
    queryKey: EXAMPLES_KEY,
    queryFn: ({ signal }) => call(EXAMPLES_KEY[0], { body: {}, signal }),
    // Also after a return to the screen during the read.
    enabled: ({ state: { data } }) => started || data?.data.state === 'reading',
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state: { data } }) => (data?.data.state === 'reading' ? READING_MS : false),
  })
  const again = useMutation({
    mutationFn: () => call(EXAMPLES_KEY[0], { body: { again: true } }),
    onSuccess: (answer) => {
      queryClient.setQueryData(EXAMPLES_KEY, answer)
      setStarted(true)
    },
  })
  return {
    answer: query.data?.data,
    isPending: query.isFetching && !query.data ? true : again.isPending,
    error: query.error ?? again.error,
    start: () => (started ? query.refetch() : setStarted(true)),
    again: () => again.mutate(),
  }
}
