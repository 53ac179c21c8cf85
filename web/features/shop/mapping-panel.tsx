// The mapping: rules as a form or all of it as JSON, tried on the store's last orders before it is kept. Touches api, ui and this feature.
import { Textarea } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ShopMapping } from '#contract/shop.ts'
import { fetchQuery, queryClient } from '#web/api/ask.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { AsyncPanel } from '#web/ui/panel.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { type Draft, parsedDraft } from './draft.ts'
import { failureText, mistakesOf } from './failure.ts'
import { Preview } from './mapping-preview.tsx'
import { MappingRules } from './mapping-rules.tsx'
import { Caution, Failure } from './notice.tsx'
import css from './shop.module.css'
import { mappingText } from './text.ts'

interface MappingPanelProps {
  connected: boolean
  onDone: (notice: string | null) => void
}

export function MappingPanel({ connected, onDone }: MappingPanelProps) {
  const state = useQuery(fetchQuery('GET /api/config/store/mapping'))
  return (
    <AsyncPanel title={mappingText.title} subtitle={mappingText.note} state={state} height={480}>
      {({ data }) => (
        <MappingEditor key={JSON.stringify(data)} kept={data} connected={connected} onDone={onDone} />
      )}
    </AsyncPanel>
  )
}

const asText = (draft: Draft): string => JSON.stringify(draft, null, 2)

function MappingEditor({ kept, connected, onDone }: MappingPanelProps & { kept: ShopMapping }) {
  const fixed = kept.source === 'file'
  const [view, setView] = useState<'rules' | 'json'>('rules')
  const [draft, setDraft] = useState<Draft>(kept.mapping)
  /** What stands in the JSON view while it is no JSON yet. */
  const [typed, setTyped] = useState<string | null>(null)
  const broken = typed !== null && parsedDraft(typed) === undefined
  const preview = useMutation({
    mutationFn: (mapping: Draft) => call('POST /api/config/store/mapping/preview', { body: { mapping } }),
  })
  const save = useMutation({
    mutationFn: (mapping: Draft | null) => call('POST /api/config/store/mapping', { body: { mapping } }),
    onSuccess: async ({ data: { sorted, needs_import } }) => {
      const parts = needs_import.map((part) => mappingText.parts[part])
      onDone(
        [
          mappingText.saved,
          mappingText.sorted(sorted.discounts, sorted.customers, sorted.months),
          ...(parts.length > 0 ? [mappingText.needsImport(parts.join(', '))] : []),
        ].join(' '),
      )
      await queryClient.invalidateQueries({ queryKey: ['GET /api/config/store/mapping'] })
    },
  })
  const change = (next: Draft) => {
    setDraft(next)
    setTyped(null)
    onDone(null)
  }
  const failed = save.error ?? preview.error
  const mistakes = mistakesOf(failed)
  return (
    <div className={css.form}>
      {fixed ? <Caution>{mappingText.fromFile}</Caution> : null}
      <Segments
        className={css.views}
        aria-label={mappingText.views}
        size="xs"
        value={view}
        onChange={(next) => setView(next === 'json' ? 'json' : 'rules')}
        data={[
          { value: 'rules', label: mappingText.rules },
          { value: 'json', label: mappingText.json },
        ]}
      />
      {view === 'rules' ? (
        <MappingRules draft={draft} caught={preview.data?.data.rules} disabled={fixed} onChange={change} />
      ) : (
        <Textarea
          label={mappingText.jsonLabel}
          classNames={{ input: css.json ?? '' }}
          spellCheck={false}
          autosize
          minRows={16}
          maxRows={32}
          readOnly={fixed}
          value={typed ?? asText(draft)}
          error={broken ? mappingText.notJson : null}
          onChange={(event) => {
            const text = event.currentTarget.value
            const parsed = parsedDraft(text)
            setTyped(text)
            if (parsed) setDraft(parsed)
          }}
        />
      )}
      {mistakes.length > 0 ? (
        <div className={css.failure} role="alert">
          <p>{mappingText.mistakes}</p>
          <ul>
            {mistakes.map((mistake) => (
              <li key={mistake}>{mistake}</li>
            ))}
          </ul>
        </div>
      ) : failed ? (
        <Failure>{failureText(failed)}</Failure>
      ) : null}
      <div className={css.line}>
        <Button
          frame="filled"
          tall
          working={save.isPending}
          disabled={fixed || broken || asText(draft) === asText(kept.mapping)}
          onClick={() => save.mutate(draft)}
        >
          {mappingText.save}
        </Button>
        <Button
          frame="bordered"
          tall
          working={preview.isPending}
          disabled={!connected || broken}
          onClick={() => {
            save.reset()
            preview.mutate(draft)
          }}
        >
          {mappingText.preview}
        </Button>
        {kept.source === 'stored' ? (
          <Button tall disabled={save.isPending} onClick={() => save.mutate(null)}>
            {mappingText.reset}
          </Button>
        ) : null}
        {connected ? null : <span className={css.quiet}>{mappingText.previewNeedsShop}</span>}
      </div>
      {preview.data && !preview.isPending && !preview.error ? <Preview preview={preview.data.data} /> : null}
    </div>
  )
}
