// Saves the Ficha as a PDF.

import { IconFileTypePdf } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useMonths } from '#web/api/compare.ts'
import { downloadFile } from '#web/api/download.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { Button } from '#web/ui/button.tsx'
import { text } from './profile-text.ts'

export function SheetButton({ distId }: { distId: string }) {
  const user = useUser()
  const { query } = useMonths()
  const save = useMutation({
    mutationFn: () =>
      downloadFile('GET /api/distributors/{dist_id}/profile/sheet', {
        params: { dist_id: distId },
        query: { ...query, format: 'pdf' },
      }),
  })
  if (!mayUser(user, 'export')) return null
  return (
    <Button
      frame="bordered"
      data-no-print
      title={save.isError ? text.noSheet : text.sheet}
      working={save.isPending}
      onClick={() => save.mutate()}
    >
      <IconFileTypePdf size={15} aria-hidden />
      {save.isError ? text.noSheet : text.pdf}
    </Button>
  )
}
