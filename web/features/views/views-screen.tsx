// Vistas: saved views as a table, to open, pin, share and delete.

import { IconHome, IconPencil, IconPin, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { pathOf } from '#contract/address.ts'
import { viewList } from '#contract/lists/views.ts'
import type { ViewRow } from '#contract/views.ts'
import { call } from '#web/api/call.ts'
import { useLatestMonth } from '#web/api/config.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { useEditor } from '#web/shared/dialogs/dialog-state.ts'
import { ScreenTabs } from '#web/shared/links/screen-tabs.tsx'
import { listSource } from '#web/shared/lists/list.ts'
import { ListTable } from '#web/shared/lists/list-table.tsx'
import { openView, refreshViews, viewHref } from '#web/shared/views.ts'
import { IconButton } from '#web/ui/button.tsx'
import { followLink } from '#web/ui/links.tsx'
import { Notice } from '#web/ui/message.tsx'
import { Page } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { ACTIONS } from '#web/ui/table/phone-order.ts'
import { Tag } from '#web/ui/tag.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import type { Choice } from './edit-view.tsx'
import { text } from './text.ts'
import css from './views.module.css'

// Loaded on first use.
const EditView = lazy(async () => ({ default: (await import('./edit-view.tsx')).EditView }))
const DeleteView = lazy(async () => ({ default: (await import('./edit-view.tsx')).DeleteView }))

const list = listSource(viewList)
const [NAME, ...OTHERS] = list.columns
/** Next to the name, where they are visible on a phone; they also show what is pinned and opens first. */
const SOURCE = {
  ...list,
  columns: [NAME, ACTIONS, ...OTHERS.filter(({ key }) => key !== 'pinned' && key !== 'opens')],
}

export default function ViewsScreen() {
  const { open, notice, clearNotice, update, remove, dialog } = useEditor<ViewRow>()
  return (
    <Page>
      <ScreenTabs of="boards" />
      <Notice onClose={clearNotice}>{notice}</Notice>
      <ListTable
        {...SOURCE}
        id="views"
        title={text.title}
        subtitle={text.note}
        empty={text.empty}
        cells={{
          name: (row) => <ViewName row={row} />,
          address: (row) => <ScreenName row={row} />,
          roles: ({ roles }) => roles || <span className={shared.quiet}>{text.onlyMe}</span>,
          actions: (row) => <Actions row={row} onEdit={update} onDelete={remove} />,
        }}
      />
      <Suspense>
        {open?.mode === 'update' ? <EditView row={open.row} {...dialog} /> : null}
        {open?.mode === 'delete' ? <DeleteView row={open.row} {...dialog} /> : null}
      </Suspense>
    </Page>
  )
}

function ViewName({ row }: { row: ViewRow }) {
  const router = useRouter()
  const latest = useLatestMonth()
  return (
    <a
      className={shared.link}
      href={viewHref(row)}
      onClick={(event) => followLink(event, () => openView(router, row, latest))}
    >
      {row.name}
    </a>
  )
}

/** The title of the view's screen, and whether the role may open it. */
function ScreenName({ row }: { row: ViewRow }) {
  const router = useRouter()
  const user = useUser()
  const [route] = router.getMatchedRoutes(pathOf(row.address))[0].slice(-1)
  const { screen, title } = route?.options.staticData ?? {}
  const isKnown = route?.fullPath !== '/$'
  return (
    <span className={shared.line}>
      {(isKnown && (screen?.title ?? title)) || pathOf(row.address)}
      {screen && !mayUser(user, screen.access) ? (
        <Tooltip label={text.noAccessTitle}>
          <Tag tone="warning">{text.noAccess}</Tag>
        </Tooltip>
      ) : null}
    </span>
  )
}

interface ActionsProps {
  readonly row: ViewRow
  readonly onEdit: (row: ViewRow) => void
  readonly onDelete: (row: ViewRow) => void
}

const useChooseView = () =>
  useMutation({
    mutationFn: (body: Choice & { id: number }) => call('POST /api/views/chosen', { body }),
    onSuccess: refreshViews,
  })

function Actions({ row, onEdit, onDelete }: ActionsProps) {
  const choose = useChooseView()
  const { id, name, pinned, opens, editable } = row
  return (
    <span className={css.actions}>
      <IconButton
        tip
        label={pinned ? text.unpinNamed(name) : text.pinNamed(name)}
        data-on={pinned || undefined}
        onClick={() => choose.mutate({ id, pinned: !pinned })}
      >
        <IconPin size={16} aria-hidden />
      </IconButton>
      <IconButton
        tip
        label={opens ? text.opensNoMore(name) : text.opensNamed(name)}
        data-on={opens || undefined}
        onClick={() => choose.mutate({ id, opens: !opens })}
      >
        <IconHome size={16} aria-hidden />
      </IconButton>
      {editable ? (
        <>
          <IconButton tip label={text.editNamed(name)} onClick={() => onEdit(row)}>
            <IconPencil size={16} aria-hidden />
          </IconButton>
          <IconButton tip danger label={text.removeNamed(name)} onClick={() => onDelete(row)}>
            <IconTrash size={16} aria-hidden />
          </IconButton>
        </>
      ) : null}
    </span>
  )
}
