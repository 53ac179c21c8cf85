// The panel Por qué beside every screen whose address contains its question. Loaded on first use.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { memo } from 'react'
import { useStable } from '#web/ui/use-stable.ts'
import { loadChunk } from '../load-chunk.ts'
import { useCode } from '../use-code.ts'

const panel = loadChunk(() => import('#web/features/why/why-panel.tsx'))

export const WhyHost = memo(function WhyHost() {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const why = typeof search.why === 'string' ? search.why : ''
  const close = useStable(
    () =>
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, why: undefined }),
        resetScroll: false,
      }),
  )
  const Panel = useCode(panel, why !== '', close)
  return Panel && why !== '' ? <Panel why={why} onClose={close} /> : null
})
