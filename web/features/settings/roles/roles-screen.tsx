// Roles y permisos: what each role may see and do, and for which distributors.

import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { RoleRow } from '#contract/administration.ts'
import { useCall } from '#web/api/call.ts'
import { useEditor } from '#web/shared/dialogs/dialog-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/message.tsx'
import { AsyncPanel, Page } from '#web/ui/page.tsx'
import { UsersTabs } from '../parts.tsx'
import { text } from '../text.ts'
import { RoleCard } from './role-card.tsx'
import css from './roles.module.css'
import { roleText } from './text.ts'

// Loaded on first use.
const RoleForm = lazy(async () => ({ default: (await import('./role-form.tsx')).RoleForm }))
const DeleteRole = lazy(async () => ({ default: (await import('./role-form.tsx')).DeleteRole }))

const ALL = { query: { per_page: 1000 } }

export default function RolesScreen() {
  const state = useCall('GET /api/roles-permissions', ALL)
  const { open, notice, clearNotice, add, update, remove, dialog } = useEditor<RoleRow>()
  return (
    <Page>
      <UsersTabs />
      <Notice onClose={clearNotice}>{notice}</Notice>
      <AsyncPanel
        title={text.roles}
        subtitle={roleText.note}
        state={state}
        height={320}
        updatedAt={null}
        actions={
          <Button frame="filled" onClick={add}>
            <IconPlus size={15} aria-hidden />
            {roleText.add}
          </Button>
        }
      >
        {({ data }) => (
          <ul className={css.roles}>
            {data.map((role) => (
              <RoleCard key={role.id} role={role} onEdit={update} onDelete={remove} />
            ))}
          </ul>
        )}
      </AsyncPanel>
      <Suspense>
        {open?.mode === 'add' ? <RoleForm {...dialog} /> : null}
        {open?.mode === 'update' ? <RoleForm role={open.row} {...dialog} /> : null}
        {open?.mode === 'delete' ? <DeleteRole role={open.row} {...dialog} /> : null}
      </Suspense>
    </Page>
  )
}
