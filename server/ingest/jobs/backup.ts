import type { Job } from './job.ts'
import { JOB_TEXT } from './text.ts'

export const backup: Job = {
  key: 'backup',
  schedule: '30 3 * * *',
  needsShop: false,
  async run({ writeBackup, progress }) {
    if (writeBackup === undefined) return { state: 'warning', message: JOB_TEXT.noFile, processed: 0 }
    progress.start(JOB_TEXT.copying)
    const { file, bytes, rows, removed } = await writeBackup()
    return {
      state: 'success',
      message: JOB_TEXT.copied(file, bytes),
      processed: bytes,
      detail: { file, bytes, rows, removed },
    }
  },
}
