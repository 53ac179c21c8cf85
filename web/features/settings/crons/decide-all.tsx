import { ConfirmDialog } from '../dialog.tsx'
import { removalsText as text } from './removals-text.ts'
import { type Decision, useDecision } from './use-decision.ts'

export default function AllDialog({ action, onClose }: { action: Decision; onClose: () => void }) {
  const decision = useDecision()
  return (
    <ConfirmDialog
      title={text.confirm[action]}
      question={text.meaning[action]}
      submit={text[`${action}All`]}
      onClose={onClose}
      onConfirm={() => decision.mutateAsync({ action })}
    />
  )
}
