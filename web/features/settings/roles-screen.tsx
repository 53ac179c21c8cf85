// Roles y permisos: what each role may see and do, and for which distributors. Touches api, ui and this feature.
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RoleRow } from '#contract/administration.ts'
import { fetchQuery } from '#web/api/ask.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { AsyncPanel } from '#web/ui/panel.tsx'
import { RoleCard } from './role-card.tsx'
import { DeleteRole } from './role-delete.tsx'
import { RoleForm } from './role-form.tsx'
import css from './settings.module.css'
import { UsersTabs } from './tabs.tsx'
import { roleText, text } from './text.ts'

type Open = { mode: 'add' } | { mode: 'update' | 'delete'; role: RoleRow } | null

const ALL = { query: { per_page: 1000 } }

export default function RolesScreen() {
  const state = useQuery(fetchQuery('GET /api/roles-permissions', ALL))
  const [open, setOpen] = useState<Open>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const show = (next: Open) => {
    setNotice(null)
    setOpen(next)
  }
  const close = () => setOpen(null)
  const done = (message: string) => {
    setOpen(null)
    setNotice(message)
  }
  return (
    <Page>
      <UsersTabs />
      <Notice onClose={() => setNotice(null)}>{notice}</Notice>
      <AsyncPanel
        title={text.roles}
        subtitle={roleText.note}
        state={state}
        height={320}
        actions={() => (
          <Button
            size="xs"
            h={30}
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={() => show({ mode: 'add' })}
          >
            {roleText.add}
          </Button>
        )}
      >
        {({ data }) => (
          <ul className={css.roles}>
            {data.map((role) => (
              <RoleCard
                key={role.id}
                role={role}
                onEdit={() => show({ mode: 'update', role })}
                onDelete={() => show({ mode: 'delete', role })}
              />
            ))}
          </ul>
        )}
      </AsyncPanel>
      {open?.mode === 'add' ? <RoleForm onClose={close} onDone={done} /> : null}
      {open?.mode === 'update' ? <RoleForm role={open.role} onClose={close} onDone={done} /> : null}
      {open?.mode === 'delete' ? <DeleteRole role={open.role} onClose={close} onDone={done} /> : null}
    </Page>
  )
}
