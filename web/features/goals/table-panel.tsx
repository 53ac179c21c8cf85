// The goals of the year with their actions: type, paste, import, export, copy from last year, undo.

import { Stack } from '@mantine/core'
import { IconArrowBackUp, IconCopy, IconDownload, IconUpload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { addMonths, type Month, monthBounds } from '#contract/month.ts'
import { call, queryClient } from '#web/api/call.ts'
import { presentMonth, useConfig } from '#web/api/config.ts'
import { downloadExport } from '#web/api/download.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { changesOf, useLeaving } from '#web/shared/dialogs/unsaved.tsx'
import { MailLink } from '#web/shared/links/mail-link.tsx'
import { TableFileButton } from '#web/shared/lists/table-file-button.tsx'
import { errorText } from '#web/text/errors.ts'
import { monthName } from '#web/text/format.ts'
import { readNumber } from '#web/text/read-number.ts'
import { Button } from '#web/ui/button.tsx'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Failure, Notice } from '#web/ui/message.tsx'
import { AsyncPanel } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { copiedCells, importedCells } from './cells.ts'
import css from './goals.module.css'
import { Grid } from './grid.tsx'
import { text } from './text.ts'
import { type Asked, type Failure as Failed, type Goals, useGoals } from './use-goals.ts'

interface TablePanelProps {
  asked: Asked
  /** Index of the month that is shown first. */
  month: number
  /** Years to choose from: goals are set before the month begins. */
  years: ReactNode
}

const OTHER_TABLE = changesOf('measure', 'by')

export function TablePanel({ asked, month, years }: TablePanelProps) {
  const goals = useGoals(asked)
  const canWrite = mayUser(useUser(), 'goals')
  const { question } = useLeaving(goals.unsaved > 0, { isLeftBy: OTHER_TABLE })
  return (
    <Stack gap={10} miw={0}>
      <Notice onClose={goals.closeNotice}>{goals.notice}</Notice>
      <FailureNote goals={goals} failure={goals.failure} question={question} />
      <AsyncPanel
        title={text.table(asked.year)}
        subtitle={canWrite ? text.tableNote : text.readOnly}
        state={goals.state}
        height={360}
        flush
        actions={years}
        isEmpty={({ data }) => data.length === 0}
        empty={text.noRows}
      >
        {() => (
          <>
            <div className={css.actions} data-no-print>
              <Actions asked={asked} goals={goals} canWrite={canWrite} />
            </div>
            <Grid key={asked.year} asked={asked} month={month} goals={goals} canWrite={canWrite} />
          </>
        )}
      </AsyncPanel>
    </Stack>
  )
}

const SHOWN = 12

interface FailureNoteProps {
  goals: Goals
  failure: Failed | null
  /** Asks before unsaved goals are left; null until somebody leaves. */
  question: ReactNode
}

function FailureNote({ goals, failure, question }: FailureNoteProps) {
  if (!failure) return null
  return (
    <Failure>
      <p>{failure.message}</p>
      {failure.problems.length > 0 ? (
        <ul>
          {failure.problems.slice(0, SHOWN).map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
          {failure.problems.length > SHOWN ? <li>{text.more(failure.problems.length - SHOWN)}</li> : null}
        </ul>
      ) : null}
      {question ?? (
        <div className={shared.line}>
          {goals.unsaved > 0 ? (
            <>
              <span>{text.unsaved(goals.unsaved)}</span>
              <Button frame="bordered" onClick={goals.retry}>
                {text.retry}
              </Button>
              <Button onClick={goals.discard}>{text.discard}</Button>
            </>
          ) : (
            <Button frame="bordered" onClick={goals.closeFailure}>
              {text.close}
            </Button>
          )}
        </div>
      )}
    </Failure>
  )
}

/** The screen of the month in which it is mailed. */
function addressOf({ measure, by }: Asked): string {
  const asked = new URLSearchParams({
    ...(measure !== 'net_sale' && { measure }),
    ...(by !== 'all' && { by }),
  }).toString()
  return `/analysis/goals${asked && `?${asked}`}`
}

interface ActionsProps {
  asked: Asked
  goals: Goals
  canWrite: boolean
}

function Actions({ asked, goals, canWrite }: ActionsProps) {
  const user = useUser()
  const save = (format: 'csv' | 'xlsx') =>
    downloadExport('GET /api/goals', { query: { ...asked, format } }).catch((error: unknown) =>
      goals.fail(errorText(error)),
    )
  return (
    <>
      {canWrite ? (
        <>
          <Button frame="bordered" disabled={!goals.canUndo} onClick={goals.undo}>
            <IconArrowBackUp size={15} aria-hidden />
            {text.undo}
          </Button>
          <CopyMenu asked={asked} goals={goals} />
          <ImportButton asked={asked} goals={goals} />
        </>
      ) : null}
      {mayUser(user, 'export') ? (
        <>
          <Button frame="bordered" onClick={() => void save('csv')}>
            <IconDownload size={15} aria-hidden />
            {text.exportCsv}
          </Button>
          <Button frame="bordered" onClick={() => void save('xlsx')}>
            <IconDownload size={15} aria-hidden />
            {text.exportXlsx}
          </Button>
          <MailLink address={addressOf(asked)} name={text.mailName[asked.by]} title={text.mailTitle}>
            {text.mail}
          </MailLink>
        </>
      ) : null}
    </>
  )
}

const ImportButton = ({ asked, goals }: Omit<ActionsProps, 'canWrite'>) => (
  <TableFileButton
    label={text.importLabel}
    onRead={(rows) => {
      if (rows) goals.take(importedCells({ ...asked, rows: goals.rows }, rows))
      else goals.fail(text.unknownFile)
    }}
  >
    <IconUpload size={15} aria-hidden />
    {text.importFile}
  </TableFileButton>
)

type Source = 'sales' | 'goals'

/** Amounts of the year before by `key month`; sales up to the last closed month, since those of a running one are a part. */
async function amountsOf(
  { measure, by, year }: Asked,
  source: Source,
  closed: Month,
): Promise<Map<string, number>> {
  const before = year - 1
  if (source === 'goals') {
    const { data } = await call('GET /api/goals', { query: { measure, by, year: before } })
    return new Map(
      data.flatMap(({ key, goals }) =>
        goals.flatMap((goal, index) =>
          goal === null ? [] : [[`${key} ${before}-${String(index + 1).padStart(2, '0')}`, goal] as const],
        ),
      ),
    )
  }
  const query = {
    ...{ measures: measure, by: by === 'all' ? undefined : by, grain: 'month', per_page: 10_000 },
    from: `${before}-01-01`,
    to: monthBounds(`${before}-12`).to_date,
  }
  const { data } = await queryClient.fetchQuery({
    queryKey: ['goals-copy', query],
    queryFn: () => call('GET /api/questions/answer', { query }),
  })
  return new Map(
    data.flatMap((row) => {
      const [value, of, month] = [row[measure], row[by], String(row.month)]
      const key = typeof of === 'object' && of !== null ? of.key : ''
      return typeof value === 'number' && month <= closed ? [[`${key} ${month}`, value] as const] : []
    }),
  )
}

/** Whether later months of the year are still to close. */
const isWithinYear = (closed: Month, year: number): boolean => closed >= `${year}-01` && closed < `${year}-12`

function CopyMenu({ asked, goals }: Omit<ActionsProps, 'canWrite'>) {
  const [source, setSource] = useState<Source>('sales')
  const [percent, setPercent] = useState('0')
  const before = asked.year - 1
  const closed = addMonths(presentMonth(useConfig()), -1)
  const typed = readNumber(percent) ?? 0
  const raise = typed === 'unclear' || percent.trim() === '-' ? Number.NaN : typed
  const copy = async (close: () => void) => {
    close()
    try {
      const cells = copiedCells({ ...asked, rows: goals.rows }, await amountsOf(asked, source, closed), raise)
      if (cells.length === 0) goals.fail(text.noSource(before))
      else goals.take({ cells, problems: [] })
    } catch (error) {
      goals.fail(errorText(error))
    }
  }
  return (
    <Dropdown
      label={text.copy}
      role="dialog"
      width={260}
      button={(opener) => (
        <Button frame="bordered" {...opener}>
          <IconCopy size={15} aria-hidden />
          {text.copy}
        </Button>
      )}
    >
      {(close) => (
        <Stack
          component="form"
          gap={10}
          p={12}
          onSubmit={(event) => {
            event.preventDefault()
            void copy(close)
          }}
        >
          <SelectField
            low
            label={text.copyFrom}
            data={[
              { value: 'sales', label: text.sales(before) },
              { value: 'goals', label: text.goals(before) },
            ]}
            value={source}
            onChange={({ currentTarget }) => setSource(currentTarget.value === 'goals' ? 'goals' : 'sales')}
          />
          {source === 'sales' && isWithinYear(closed, before) ? (
            <p className={shared.caption}>{text.closedUntil(monthName(closed))}</p>
          ) : null}
          <TextField
            low
            label={text.raise}
            inputMode="decimal"
            value={percent}
            onChange={({ currentTarget }) => setPercent(currentTarget.value)}
          />
          <Button type="submit" frame="filled" disabled={Number.isNaN(raise) || raise < -100 || raise > 1000}>
            {text.apply}
          </Button>
        </Stack>
      )}
    </Dropdown>
  )
}
