// Wraps the screen of a view: loads the code that describes the view only when the address names one.
import { useMatches, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useScreenQuestion } from '#web/api/screen-question.ts'
import { loadChunk } from '../load-chunk.ts'

const ViewBar = lazy(loadChunk(() => import('#web/features/views/opened-view.tsx')))

/** Hides the screen without unmounting it while an explanation replaces it. */
export function OpenedView({ children }: { children: ReactNode }) {
  const monthly = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen?.monthly ?? false })
  const saved = useSearch({
    strict: false,
    select: (search: { saved?: unknown }) => String(search.saved ?? ''),
  })
  const question = useScreenQuestion()
  const [replaced, setReplaced] = useState('')
  const isView = /^[1-9]\d{0,11}$/.test(saved)
  return (
    <>
      {isView ? (
        <Suspense>
          <ViewBar
            key={saved}
            id={Number(saved)}
            question={question}
            monthly={monthly}
            onReplace={(replaces) => setReplaced(replaces ? saved : '')}
          />
        </Suspense>
      ) : null}
      <div hidden={isView && replaced === saved}>{children}</div>
    </>
  )
}
