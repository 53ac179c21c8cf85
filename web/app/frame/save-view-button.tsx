// "Guardar vista" on every screen; its dialog is loaded when it is first opened.
import { IconBookmarkPlus } from '@tabler/icons-react'
import { useMatches, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { setFlash } from '../flash-message.ts'
import { loadChunk } from '../load-chunk.ts'
import { text } from '../text.ts'
import { useScreenQuestion } from './explore-link.tsx'
import { ToolButton } from './tool-button.tsx'

const SaveView = lazy(loadChunk(() => import('#web/features/views/save-view.tsx')))

export function SaveViewButton() {
  const screen = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen })
  const router = useRouter()
  const question = useScreenQuestion()
  const [address, setAddress] = useState<string | null>(null)
  if (!screen) return null
  const close = () => setAddress(null)
  return (
    <>
      <ToolButton label={text.saveView} onClick={() => setAddress(router.state.location.href)} data-no-print>
        <IconBookmarkPlus size={19} stroke={1.6} />
      </ToolButton>
      {address === null ? null : (
        <Suspense>
          <SaveView
            address={address}
            name={screen.title}
            question={question}
            monthly={screen.monthly}
            onClose={close}
            onSaved={(message) => {
              close()
              setFlash(message, '')
            }}
          />
        </Suspense>
      )}
    </>
  )
}
