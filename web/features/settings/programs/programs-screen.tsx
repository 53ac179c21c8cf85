// Accesos de programas: API tokens and data links of every account, and how to end them.

import { lazy, Suspense } from 'react'
import { programAccessColumns } from '#contract/lists/program-access.ts'
import type { Permission } from '#contract/permissions.ts'
import type { ProgramAccess } from '#contract/program-access.ts'
import { useCall } from '#web/api/call.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { useEditor } from '#web/shared/dialogs/dialog-state.ts'
import { RowButton } from '#web/shared/lists/row-button.tsx'
import { questionWords } from '#web/shared/questions/question-words.ts'
import { ago, dateTime } from '#web/text/format.ts'
import { PERMISSION_WORDS } from '#web/text/permission-words.ts'
import { Notice } from '#web/ui/message.tsx'
import { Page } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { ClientTable } from '#web/ui/table/data-table.tsx'
import { ACTIONS } from '#web/ui/table/phone-order.ts'
import { useTableView } from '#web/ui/table/use-table-view.ts'
import { UsersTabs } from '../parts.tsx'
import { PROGRAMS } from '../queries.ts'
import { programsText } from './text.ts'

const Revoke = lazy(() => import('./revoke.tsx'))

const COLUMNS = [...programAccessColumns, ACTIONS]
const DEFAULTS = { perPage: 25, orderBy: 'created_at', order: 'DESC' } as const

export default function ProgramsScreen() {
  const user = useUser()
  const state = useCall(PROGRAMS)
  const [view, onView] = useTableView(COLUMNS, DEFAULTS)
  const { open, notice, clearNotice, remove, dialog } = useEditor<ProgramAccess>()
  return (
    <Page>
      <UsersTabs />
      <Notice onClose={clearNotice}>{notice}</Notice>
      <ClientTable
        id="programs"
        title={programsText.title}
        subtitle={programsText.note}
        file={programsText.file}
        own={mayUser(user, 'export')}
        columns={COLUMNS}
        state={{ ...state, data: state.data?.data }}
        view={view}
        onView={onView}
        rowKey={({ kind, id }) => `${kind}${id}`}
        cells={{
          name: ({ name, hint }) => (
            <>
              {name} <span className={shared.quiet}>…{hint}</span>
            </>
          ),
          opens: (row) => <span title={opensText(row)}>{opensText(row)}</span>,
          used_at: ({ used_at }) => (
            <span title={used_at ? dateTime(used_at) : undefined}>
              {used_at ? ago(used_at) : programsText.never}
            </span>
          ),
          expires_at: ({ expires_at }) => (expires_at ? dateTime(expires_at) : programsText.noEnd),
          actions: (row) => (
            <RowButton aria-label={programsText.revokeLabel(row.name, row.owner)} onClick={() => remove(row)}>
              {programsText.revoke}
            </RowButton>
          ),
        }}
      />
      <Suspense>{open?.mode === 'delete' ? <Revoke access={open.row} {...dialog} /> : null}</Suspense>
    </Page>
  )
}

const opensText = ({ kind, opens }: ProgramAccess): string =>
  kind === 'link'
    ? questionWords(opens)
    : opens
        .split(',')
        .map((permission) => PERMISSION_WORDS[permission as Permission] ?? permission)
        .join(', ')
