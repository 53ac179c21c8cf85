// A chip that says which distributor a list is limited to.
import { useQuery } from '@tanstack/react-query'
import { fetchQuery } from '#web/api/call.ts'
import { useMonths } from '#web/api/compare.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { Limit } from '#web/ui/limit.tsx'

const text = {
  only: (name: string) => `Distribuidor: ${name}`,
  every: 'Ver todos los distribuidores',
} as const

/** The distributor's name comes from its report, if the user may see it. */
export function OnlyDistributor({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { query } = useMonths()
  const report = useQuery({
    ...fetchQuery('GET /api/distributors/{dist_id}/get-distributors-sells', {
      params: { dist_id: id },
      query,
    }),
    enabled: mayUser(useUser(), 'view:distributors'),
  })
  const name = report.data?.data.dist_name ?? id
  return <Limit words={text.only(name)} remove={text.every} onRemove={onRemove} />
}
