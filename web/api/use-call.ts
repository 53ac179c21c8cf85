// The answer of a call, as a query.
import { useQuery } from '@tanstack/react-query'
import { fetchQuery } from './ask.ts'
import type { Key } from './call.ts'

export const useCall = <K extends Key>(key: K, options?: Parameters<typeof fetchQuery<K>>[1]) =>
  useQuery(fetchQuery(key, options))
