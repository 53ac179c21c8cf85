// Importar archivos: drop, what was understood, questions, preview, import and undo.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RUNNING_IMPORTS } from '#contract/import-states.ts'
import type { ImportPreview } from '#contract/imports.ts'
import { call, fetchQuery, queryClient, refresh } from '#web/api/call.ts'
import { ApiError } from '#web/api/errors.ts'
import { request } from '#web/api/transport.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/page.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import shared from '#web/ui/shared.module.css'
import { ShopFailure } from '../failure.tsx'
import { DropZone } from './drop-zone.tsx'
import { EarlierImports } from './earlier-imports.tsx'
import { Preview } from './preview.tsx'
import { filesText as text } from './text.ts'

const POLL_MS = 500

export default function FilesPanel() {
  const [id, setId] = useState<string | undefined>()
  const send = useMutation({
    mutationFn: upload,
    onSuccess: (preview) => {
      keep(preview)
      setId(preview.id)
    },
  })
  return (
    <Panel title={text.title} subtitle={text.note}>
      {id === undefined ? (
        <div className={shared.form}>
          <DropZone working={send.isPending} onFiles={(files) => send.mutate(files)} />
          <ShopFailure error={send.error} />
          <EarlierImports onOpen={setId} />
        </div>
      ) : (
        <FileImport key={id} id={id} onLeave={() => setId(undefined)} />
      )}
    </Panel>
  )
}

async function upload(files: readonly File[]): Promise<ImportPreview> {
  const body = new FormData()
  for (const file of files) body.append('file', file)
  const response = await request({ method: 'POST', path: '/api/imports?dry_run=1', body })
  return (await response.json()).data
}

const isRunning = (preview: ImportPreview | undefined) =>
  preview !== undefined && RUNNING_IMPORTS.includes(preview.state)

const queryOf = (id: string) => fetchQuery('GET /api/imports/{id}', { params: { id } })
const keep = (data: ImportPreview) =>
  queryClient.setQueryData(queryOf(data.id).queryKey, { success: true, data })

function FileImport({ id, onLeave }: { id: string; onLeave: () => void }) {
  const { data, error } = useQuery({
    ...queryOf(id),
    refetchInterval: ({ state }) => (isRunning(state.data?.data) ? POLL_MS : false),
  })
  const act = useMutation({
    mutationFn: async (work: () => Promise<{ data: ImportPreview }>) => keep((await work()).data),
    onSettled: () => refresh('GET /api/config/store', 'GET /api/imports', 'GET /api/imports/recipes'),
    onError: async (failure) => {
      if (!(failure instanceof ApiError) || failure.code !== 'import-outdated') return
      const answer = await call('POST /api/imports/{id}/answers', { params: { id }, body: { recipe: {} } })
      keep(answer.data)
    },
  })
  const cancel = useMutation({
    mutationFn: async () => keep((await call('DELETE /api/imports/{id}', { params: { id } })).data),
    onSettled: () => refresh('GET /api/config/store', 'GET /api/imports'),
  })
  const preview = data?.data
  if (!preview) return <ShopFailure error={error} />
  const params = { id }
  const run = (work: () => Promise<{ data: ImportPreview }>) => act.mutate(work)
  if (isRunning(preview))
    return (
      <div className={shared.form}>
        <Running preview={preview} cancelling={cancel.isPending} onCancel={() => cancel.mutate()} />
        <ShopFailure error={cancel.error ?? act.error} />
      </div>
    )
  const isOpen = preview.state === 'asking' || preview.state === 'ready'
  return (
    <div className={shared.form}>
      {isOpen ? (
        <Preview
          key={preview.version}
          preview={preview}
          working={act.isPending}
          onAnswer={(recipe) =>
            run(() => call('POST /api/imports/{id}/answers', { params, body: { recipe } }))
          }
          onConfirm={(name) => {
            const body = { version: preview.version, ...(name.trim() !== '' && { name: name.trim() }) }
            run(() => call('POST /api/imports/{id}/confirm', { params, body }))
          }}
          onCancel={() => {
            cancel.mutate()
            onLeave()
          }}
        />
      ) : (
        <Outcome
          preview={preview}
          working={act.isPending}
          onUndo={() => run(() => call('POST /api/imports/{id}/undo', { params }))}
          onLeave={onLeave}
        />
      )}
      <ShopFailure error={cancel.error ?? act.error} />
    </div>
  )
}

interface RunningProps {
  preview: ImportPreview
  cancelling: boolean
  onCancel: () => void
}

function Running({ preview, cancelling, onCancel }: RunningProps) {
  const { state, progress } = preview
  if (cancelling || preview.cancelling)
    return (
      <p className={shared.quiet} role="status">
        {text.cancelling} {state === 'reading' ? null : text.takenBack}
      </p>
    )
  if (preview.undoing)
    return (
      <p className={shared.quiet} role="status">
        {text.undoing}
      </p>
    )
  const isReading = state === 'reading'
  const share = progress.of_bytes === 0 ? 0 : Math.min(100, (progress.bytes / progress.of_bytes) * 100)
  const label = isReading ? text.reading : text.importing
  return (
    <>
      <p className={shared.quiet} role="status">
        {label} {text.rows(progress.rows)}
      </p>
      {isReading ? <ProgressBar label={label} value={share} /> : null}
      <div className={shared.line}>
        <Button frame="bordered" tall onClick={onCancel}>
          {text.cancel}
        </Button>
      </div>
    </>
  )
}

interface OutcomeProps {
  preview: ImportPreview
  working: boolean
  onUndo: () => void
  onLeave: () => void
}

function Outcome({ preview: { state, message, changes }, working, onUndo, onLeave }: OutcomeProps) {
  const told = text.outcome[state as keyof typeof text.outcome]
  const wasImported = state === 'done' || state === 'warning'
  return (
    <>
      <p className={shared.message} role="status" data-bad={state === 'failed' || undefined}>
        {told} {message} {wasImported ? text.changes(changes) : null}
      </p>
      <div className={shared.line}>
        <Button frame="filled" tall onClick={onLeave}>
          {text.again}
        </Button>
        {wasImported ? (
          <Button frame="bordered" tall working={working} onClick={onUndo}>
            {text.undo}
          </Button>
        ) : null}
      </div>
    </>
  )
}
