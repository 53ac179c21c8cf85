// Conectar tienda: the connection, the import and the mapping.

import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { fetchQuery, JUST_FETCHED_MS } from '#web/api/call.ts'
import { Notice } from '#web/ui/message.tsx'
import { AsyncPanel, Page } from '#web/ui/page.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { ConnectionForm } from './connection-form.tsx'
import { ImportPanel } from './import-panel.tsx'
import { MappingPanel } from './mapping-panel.tsx'
import { text } from './text.ts'

const FilesPanel = lazy(() => import('./files/files-panel.tsx'))

export default function StoreScreen() {
  const state = useQuery({ ...fetchQuery('GET /api/config/store'), staleTime: JUST_FETCHED_MS })
  const [notice, setNotice] = useState<string | null>(null)
  const connection = state.data?.data
  // It stays where it opened: the first import ends with orders, and its result must not go with its place.
  const [filesFirst, setFilesFirst] = useState<boolean | undefined>()
  if (connection && filesFirst === undefined) setFilesFirst(connection.holds === 'empty')
  const files = (
    <Suspense fallback={null}>
      <FilesPanel />
    </Suspense>
  )
  return (
    <Page>
      <Notice onClose={() => setNotice(null)}>{notice}</Notice>
      {filesFirst === true ? files : null}
      <AsyncPanel
        title={text.title}
        subtitle={connection?.url ?? undefined}
        state={state}
        height={320}
        grows
        actions={({ data }) => (
          <Tag
            live
            tone={data.connected ? 'good' : 'calm'}
            icon={data.connected ? IconCircleCheck : IconCircleDashed}
          >
            {data.connected ? text.connected : text.disconnected}
          </Tag>
        )}
      >
        {({ data }) => (
          <ConnectionForm key={`${data.source} ${data.url}`} connection={data} onDone={setNotice} />
        )}
      </AsyncPanel>
      {connection ? <ImportPanel connection={connection} /> : null}
      {filesFirst === false ? files : null}
      <MappingPanel connected={connection?.connected ?? false} onDone={setNotice} />
    </Page>
  )
}
