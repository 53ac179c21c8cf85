// Copies a text. If the browser has no clipboard (plain http), the text next to it can be selected as a whole.
import { Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { copyText } from '../text.ts'

export function CopyButton({ value }: { value: string }) {
  const [copied, setCopied] = useState(false)
  if (!('clipboard' in navigator)) return null
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
  }
  return (
    <Button
      size="xs"
      variant="default"
      data-autofocus
      leftSection={copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
      onClick={() => void copy().catch(() => setCopied(false))}
    >
      <span aria-live="polite">{copied ? copyText.copied : copyText.copy}</span>
    </Button>
  )
}
