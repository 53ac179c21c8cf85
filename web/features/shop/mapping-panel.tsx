// The mapping as a form of rules or as JSON, previewed on the shop's latest orders before it is saved.

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ShopMapping } from '#contract/shop.ts'
import { type Answer, call, queryClient, refresh, useCall } from '#web/api/call.ts'
import { isMeanwhileError } from '#web/api/errors.ts'
import { UnsavedScreen } from '#web/shared/dialogs/dialog.tsx'
import { Meanwhile } from '#web/shared/dialogs/use-revision.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { AsyncPanel } from '#web/ui/page.tsx'
import { Segments } from '#web/ui/segments.tsx'
import shared from '#web/ui/shared.module.css'
import { ShopFailure } from './failure.tsx'
import { GuidedMapping } from './guided-mapping.tsx'
import { guidedText } from './guided-text.ts'
import { type Draft, draftText, parseDraft } from './mapping-draft.ts'
import { MappingPreview } from './mapping-preview.tsx'
import { MappingRules } from './mapping-rules.tsx'
import { mappingText } from './text.ts'
import { EXAMPLES_KEY } from './use-examples.ts'

interface MappingPanelProps {
  connected: boolean
  onDone: (notice: string | null) => void
}

export function MappingPanel({ connected, onDone }: MappingPanelProps) {
  const state = useCall('GET /api/config/store/mapping')
  // Kept here rather than in the editor, which is remounted after each save.
  const [view, setView] = useState<View | null>(null)
  const [saves, setSaves] = useState(0)
  return (
    <AsyncPanel title={mappingText.title} subtitle={mappingText.note} state={state} height={480}>
      {({ data }) => (
        <MappingEditor
          key={saves}
          stored={data}
          connected={connected}
          onDone={onDone}
          onSaved={() => setSaves(saves + 1)}
          view={view ?? (data.source === 'file' ? 'rules' : 'guided')}
          onView={setView}
        />
      )}
    </AsyncPanel>
  )
}

const VIEWS = [
  { value: 'guided', label: guidedText.view },
  { value: 'rules', label: mappingText.rules },
  { value: 'json', label: mappingText.json },
] as const

type View = (typeof VIEWS)[number]['value']

function useMappingEditor({ stored, onDone, onSaved }: MappingEditorProps) {
  // The query may bring what a colleague saved while the draft is being changed.
  const [saved] = useState(stored)
  const [draft, setDraft] = useState<Draft>(saved.mapping)
  /** What somebody else saved while the draft was changed. */
  const [seen, setSeen] = useState(saved)
  /** The text of the JSON view while it is not valid JSON. */
  const [typed, setTyped] = useState<string | null>(null)
  const preview = useMutation({
    mutationFn: (mapping: Draft) => call('POST /api/config/store/mapping/preview', { body: { mapping } }),
  })
  const save = useMutation({
    /** Null restores the built-in mapping. */
    mutationFn: async (mapping: Draft | null) => {
      try {
        return await call('POST /api/config/store/mapping', { body: { mapping, revision: seen.revision } })
      } catch (error) {
        if (isMeanwhileError(error)) setSeen((await call('GET /api/config/store/mapping')).data)
        throw error
      }
    },
    onSuccess: async ({ data }) => {
      onDone(savedNotice(data))
      queryClient.removeQueries({ queryKey: EXAMPLES_KEY })
      await refresh('GET /api/config/store/mapping')
      onSaved()
    },
  })
  return {
    saved,
    draft,
    text: typed ?? draftText(draft),
    invalid: typed !== null && parseDraft(typed) === undefined,
    changed: draftText(draft) !== draftText(saved.mapping),
    readOnly: saved.source === 'file',
    /** Parts that somebody else changed. */
    meanwhile: partsThatDiffer(saved.mapping, seen.mapping),
    preview,
    save,
    change: (next: Draft) => {
      setDraft(next)
      setTyped(null)
      onDone(null)
    },
    changeText: (text: string) => {
      setTyped(text)
      setDraft(parseDraft(text) ?? draft)
    },
  }
}

function partsThatDiffer(one: ShopMapping['mapping'], other: ShopMapping['mapping']): string[] {
  const [mine, theirs] = [one, other].map(
    (mapping) => new Map(Object.entries(mapping).map(([part, value]) => [part, JSON.stringify(value)])),
  ) as [Map<string, string>, Map<string, string>]
  return [...new Set([...mine.keys(), ...theirs.keys()])].filter(
    (part) => mine.get(part) !== theirs.get(part),
  )
}

type Editor = ReturnType<typeof useMappingEditor>

interface MappingEditorProps extends MappingPanelProps {
  stored: ShopMapping
  onSaved: () => void
  view: View
  onView: (view: View) => void
}

function MappingEditor(props: MappingEditorProps) {
  const { connected, view, onView } = props
  const editor = useMappingEditor(props)
  const { saved, draft, readOnly, preview, save, change } = editor
  return (
    <div className={shared.form}>
      <UnsavedScreen isUnsaved={(editor.invalid || editor.changed) && !save.isPending} />
      {readOnly ? <p className={shared.caution}>{mappingText.fromFile}</p> : null}
      <Segments
        style={{ justifySelf: 'start' }}
        aria-label={mappingText.views}
        size="xs"
        value={view}
        onChange={onView}
        data={VIEWS}
      />
      {view === 'guided' ? (
        <GuidedMapping
          connected={connected}
          readOnly={readOnly}
          saving={save.isPending}
          onSave={save.mutate}
          onEdit={(mapping) => {
            change(mapping)
            onView('rules')
          }}
        />
      ) : null}
      {view === 'rules' ? (
        <MappingRules draft={draft} caught={preview.data?.data.rules} disabled={readOnly} onChange={change} />
      ) : null}
      {view === 'json' ? <MappingJson editor={editor} /> : null}
      {isMeanwhileError(save.error) ? (
        <Meanwhile changes={editor.meanwhile.map(mappingText.changed)} next={mappingText.meanwhile} />
      ) : (
        <ShopFailure error={save.error ?? preview.error} />
      )}
      {view === 'guided' ? null : (
        <>
          <Actions editor={editor} saved={saved} connected={connected} />
          {preview.isSuccess ? <MappingPreview preview={preview.data.data} /> : null}
        </>
      )}
    </div>
  )
}

const MappingJson = ({ editor: { text, invalid, readOnly, changeText } }: { editor: Editor }) => (
  <TextArea
    label={mappingText.jsonLabel}
    monospace
    grows
    spellCheck={false}
    rows={16}
    readOnly={readOnly}
    value={text}
    error={invalid ? mappingText.notJson : null}
    onChange={(event) => changeText(event.currentTarget.value)}
  />
)

interface ActionsProps {
  editor: Editor
  saved: ShopMapping
  connected: boolean
}

const Actions = ({
  editor: { draft, invalid, changed, readOnly, save, preview },
  saved,
  connected,
}: ActionsProps) => (
  <div className={shared.line}>
    <Button
      frame="filled"
      tall
      working={save.isPending}
      disabled={readOnly || invalid || !changed}
      onClick={() => save.mutate(draft)}
    >
      {mappingText.save}
    </Button>
    <Button
      frame="bordered"
      tall
      working={preview.isPending}
      disabled={!connected || invalid}
      onClick={() => {
        save.reset()
        preview.mutate(draft)
      }}
    >
      {mappingText.preview}
    </Button>
    {saved.source === 'stored' ? (
      <Button tall disabled={save.isPending} onClick={() => save.mutate(null)}>
        {mappingText.reset}
      </Button>
    ) : null}
    {connected ? null : <span className={shared.quiet}>{mappingText.previewNeedsShop}</span>}
  </div>
)

type Saved = Answer<'POST /api/config/store/mapping'>['data']

function savedNotice({ sorted, needs_import }: Saved): string {
  const parts = needs_import.map((part) => mappingText.parts[part])
  return [
    mappingText.saved,
    mappingText.sorted(sorted.discounts, sorted.customers, sorted.months),
    ...(parts.length > 0 ? [mappingText.needsImport(parts.join(', '))] : []),
  ].join(' ')
}
