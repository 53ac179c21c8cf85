// Alertas: what each one watches, what is open, and its form with a try-out on the past.

import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Alert } from '#contract/alerts/calls.ts'
import { call, refresh, useCall } from '#web/api/call.ts'
import { ConfirmDialog } from '#web/shared/dialogs/dialog.tsx'
import { ScreenTabs } from '#web/shared/links/screen-tabs.tsx'
import { Button } from '#web/ui/button.tsx'
import { AsyncPanel, Page } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { AlertCard } from './alert-card.tsx'
import { draftOf, EMPTY, watchedIn } from './draft.ts'
import { HistoryDialog } from './history-dialog.tsx'
import type { AlertSearch } from './search.ts'
import { text } from './text.ts'

const AlertForm = lazy(() => import('./alert-form.tsx'))

const ALERTS = 'GET /api/alerts'

const one = (value: unknown) => (typeof value === 'string' ? value : undefined)

function useAddress() {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = (next: AlertSearch) => {
    const gone = { alert: undefined, edit: undefined, remove: undefined, new: undefined, question: undefined }
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...gone, ...next }),
      resetScroll: false,
    })
  }
  return {
    alert: one(search.alert),
    edits: search.edit !== undefined,
    removes: search.remove !== undefined,
    creates: search.new !== undefined,
    question: one(search.question) ?? '',
    go,
  }
}

export default function AlertsScreen() {
  const state = useCall(ALERTS)
  const { go } = useAddress()
  return (
    <Page>
      <ScreenTabs of="messages" />
      <AsyncPanel
        title={text.title}
        subtitle={text.note}
        state={state}
        height={220}
        actions={
          <Button frame="filled" onClick={() => go({ new: '1' })}>
            {text.add}
          </Button>
        }
      >
        {({ data }) =>
          data.length === 0 ? (
            <p className={shared.quiet}>{text.empty}</p>
          ) : (
            <ul>
              {data.map((alert) => (
                <AlertCard key={alert.id} alert={alert} go={go} />
              ))}
            </ul>
          )
        }
      </AsyncPanel>
      <Suspense>{state.data ? <Opened alerts={state.data.data} /> : null}</Suspense>
    </Page>
  )
}

function Opened({ alerts }: { alerts: readonly Alert[] }) {
  const { alert: id, edits, removes, creates, question, go } = useAddress()
  const close = () => go({})
  if (creates) {
    const { measure, by, where } = watchedIn(question)
    const asked = { measure, by: by ?? ('' as const), where }
    const draft = question === '' ? EMPTY : { ...EMPTY, ...asked }
    return <AlertForm draft={draft} onClose={close} />
  }
  const alert = alerts.find((each) => String(each.id) === id)
  if (!alert) return null
  if (edits && alert.editable) return <AlertForm draft={draftOf(alert)} alert={alert} onClose={close} />
  if (removes && alert.editable) return <RemoveDialog alert={alert} onClose={close} />
  return <HistoryDialog alert={alert} onClose={close} />
}

const RemoveDialog = ({ alert: { id, name }, onClose }: { alert: Alert; onClose: () => void }) => (
  <ConfirmDialog
    title={text.remove.title}
    question={text.remove.sure(name)}
    submit={text.actions.remove}
    failureText={() => text.failed}
    onClose={onClose}
    onConfirm={async () => {
      await call('DELETE /api/alerts/{id}', { params: { id } })
      await refresh('GET /api/alerts')
    }}
  />
)
