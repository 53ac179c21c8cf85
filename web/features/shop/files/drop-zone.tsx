import { IconFileImport } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import shared from '#web/ui/shared.module.css'
import css from './files.module.css'
import { filesText as text } from './text.ts'

interface DropZoneProps {
  working: boolean
  onFiles: (files: readonly File[]) => void
}

export function DropZone({ working, onFiles }: DropZoneProps) {
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const files = [...event.dataTransfer.files]
    if (files.length > 0 && !working) onFiles(files)
  }
  return (
    <label
      className={css.zone}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileImport size={28} stroke={1.5} aria-hidden />
      <span>
        {working ? (
          text.uploading
        ) : (
          <>
            {text.drop}
            <span className={shared.textLink}>{text.choose}</span>
          </>
        )}
      </span>
      <span className={shared.caption}>{text.formats}</span>
      <input
        className={css.input}
        type="file"
        multiple
        disabled={working}
        aria-label={text.title}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          if (files.length > 0) onFiles(files)
          currentTarget.value = ''
        }}
      />
    </label>
  )
}
