import type { CronLogRow } from '#contract/crons.ts'
import { Dialog } from '#web/shared/dialogs/dialog.tsx'
import { dateTime } from '#web/text/format.ts'
import shared from '#web/ui/shared.module.css'
import { LogDetail } from './log-detail.tsx'
import { logText } from './log-text.ts'

interface LogDialogProps {
  log: CronLogRow
  /** Of the job. */
  name: string
  onClose: () => void
}

export default function LogDialog({ log, name, onClose }: LogDialogProps) {
  return (
    <Dialog title={logText.detailOf(name, dateTime(log.started_at))} size="lg" onClose={onClose}>
      <p className={shared.message} data-bad={log.status === 'failed' || undefined}>
        {log.message}
      </p>
      <LogDetail json={log.detail} />
    </Dialog>
  )
}
