// Writes the Fichas of a monthly sending when it is due: those of the month that was over then.
import { lastClosedMonth } from '#contract/questions/periods.ts'
import { wallClock } from '#server/domain/wall-clock.ts'
import type { AdminApp } from '#server/http/app.ts'
import { sql } from '#server/store/sql.ts'
import type { Timetable } from '../due.ts'
import { tellUnsent } from './failures.ts'
import { maySend, type SheetDeps } from './report.ts'
import { recipientsIn, scheduleById } from './store.ts'
import { writeSheets } from './write.ts'

export const sheetTimetable = (
  app: AdminApp,
  { ownerOf, publicUrl }: Pick<SheetDeps, 'ownerOf' | 'publicUrl'>,
): Timetable => ({
  ...{ table: 'sheet_schedules', key: 'schedule_id', every: sql`'month'` },
  async causes(id, { due, at }) {
    const schedule = await scheduleById(app.store, id)
    if (!schedule) return undefined
    const sender = await ownerOf(schedule.user_id)
    const month = lastClosedMonth(wallClock(app.timeZone)(due.toISOString()))
    if (!sender || !maySend(sender)) return (tx) => tellUnsent(tx, { schedule, month, due, publicUrl }, at)
    const { dist_ids: wanted, with_names: withNames } = schedule
    const recipients = (await recipientsIn(app.store, sender.scope, month)).filter(
      ({ dist_id, reach, is_active }) =>
        reach === 'ready' && (wanted === null ? is_active : wanted.includes(dist_id)),
    )
    const comparison = { compare: 'previous', days: 'same' } as const
    const sending = { sender, scheduleId: id, month, comparison, withNames, at: due }
    return (tx) => writeSheets(tx, recipients, sending, at)
  },
})
