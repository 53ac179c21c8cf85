// A button that reads the rows of a table from a CSV or an Excel workbook.
import { type ChangeEvent, type ReactNode, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'

interface TableFileButtonProps {
  /** What the file holds, for readers of the screen. */
  label: string
  /** Rows of cells; undefined: the file is of another kind. */
  onRead: (rows: string[][] | undefined) => void
  children: ReactNode
}

export function TableFileButton({ label, onRead, children }: TableFileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const take = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    if (!file) return
    const { readTable } = await import('./read-file.ts')
    const rows = await readTable(file)
    // Allows choosing the same file again after a correction.
    currentTarget.value = ''
    onRead(rows)
  }
  return (
    <>
      <Button frame="bordered" onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.tsv,.xlsx"
        hidden
        aria-label={label}
        onChange={(event) => void take(event)}
      />
    </>
  )
}
