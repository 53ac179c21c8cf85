// The guided mapping: examples from the shop's orders, a person's choices, and their effect.

import { Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { MappingExamples } from '#contract/mapping-examples.ts'
import { call } from '#web/api/call.ts'
import { UnsavedScreen } from '#web/shared/dialogs/dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Message } from '#web/ui/message.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import shared from '#web/ui/shared.module.css'
import { ShopFailure } from './failure.tsx'
import css from './guided.module.css'
import { choicesOf, type GuidedDraft, hasChoices, NO_CHOICES } from './guided-draft.ts'
import { GuidedFamilies } from './guided-families.tsx'
import { GuidedOffers } from './guided-offers.tsx'
import { GuidedProposal } from './guided-proposal.tsx'
import { GuidedDistributors, GuidedPlaces, GuidedRoles } from './guided-sections.tsx'
import { guidedText } from './guided-text.ts'
import type { Draft } from './mapping-draft.ts'
import { useExamples } from './use-examples.ts'

interface GuidedProps {
  connected: boolean
  readOnly: boolean
  saving: boolean
  onSave: (mapping: Draft) => void
  /** Continues with the generated mapping in the list of rules. */
  onEdit: (mapping: Draft) => void
}

export function GuidedMapping({ connected, ...form }: GuidedProps) {
  const { answer, isPending, error, start, again } = useExamples()
  if (!connected) return <p className={shared.quiet}>{guidedText.needsShop}</p>
  const isReading = isPending || answer?.state === 'reading'
  if (isReading)
    return (
      <Stack gap={10} maw={480} role="status">
        <Text inherit fw={600}>
          {guidedText.reading}
        </Text>
        <ProgressBar label={guidedText.reading} value={answer?.progress ?? 0} />
        <p className={shared.quiet}>{guidedText.readingNote}</p>
      </Stack>
    )
  if (answer?.examples)
    return (
      <GuidedForm
        key={JSON.stringify(answer.examples)}
        examples={answer.examples}
        onAgain={again}
        {...form}
      />
    )
  const failed = answer?.state === 'failed'
  return (
    <div className={css.part}>
      <p className={shared.quiet}>{guidedText.intro}</p>
      {failed ? (
        <Message tone="warning" role="alert">
          {guidedText.failed}
        </Message>
      ) : null}
      <ShopFailure error={error} />
      <Button frame="filled" tall onClick={failed ? again : start}>
        {failed ? guidedText.again : guidedText.start}
      </Button>
    </div>
  )
}

interface FormProps extends Omit<GuidedProps, 'connected'> {
  examples: MappingExamples
  onAgain: () => void
}

function GuidedForm({ examples, onAgain, readOnly, saving, onSave, onEdit }: FormProps) {
  const [draft, setDraft] = useState<GuidedDraft>(NO_CHOICES)
  const propose = useMutation({
    mutationFn: () =>
      call('POST /api/config/store/mapping/from-examples', { body: choicesOf(draft, examples) }),
  })
  const proposal = propose.data?.data.proposal
  /** Drops the proposal, which is only valid for the choices that it was made from. */
  const change = (next: GuidedDraft) => {
    propose.reset()
    setDraft(next)
  }
  const section = { examples, draft, onChange: change }
  if (examples.orders === 0)
    return (
      <div className={css.part}>
        <p className={shared.quiet}>{guidedText.noOrders}</p>
        <AgainButton onClick={onAgain} />
      </div>
    )
  return (
    <div className={css.guided}>
      <UnsavedScreen isUnsaved={hasChoices(draft) && !saving} />
      <div className={shared.line}>
        <strong>{guidedText.found(examples.orders, examples.month, examples.complete)}</strong>
        <span className={shared.quiet}>{guidedText.masked}</span>
        <AgainButton onClick={onAgain} />
      </div>
      <fieldset className={css.sections} disabled={readOnly}>
        <GuidedFamilies families={examples.families} draft={draft} onChange={change} />
        <GuidedOffers {...section} />
        <GuidedDistributors {...section} />
        <GuidedRoles {...section} />
        <GuidedPlaces {...section} />
      </fieldset>
      <ShopFailure error={propose.error} />
      {proposal ? (
        <GuidedProposal proposal={proposal} choices={choicesOf(draft, examples)} offers={examples.offers} />
      ) : null}
      <div className={shared.line}>
        {proposal ? (
          <>
            <Button frame="filled" tall working={saving} onClick={() => onSave(proposal.mapping)}>
              {guidedText.save}
            </Button>
            <Button tall disabled={saving} onClick={() => onEdit(proposal.mapping)}>
              {guidedText.edit}
            </Button>
          </>
        ) : (
          <>
            <Button
              frame="filled"
              tall
              disabled={readOnly || !hasChoices(draft)}
              working={propose.isPending}
              onClick={() => propose.mutate()}
            >
              {guidedText.propose}
            </Button>
            {hasChoices(draft) ? null : <span className={shared.quiet}>{guidedText.proposeNote}</span>}
          </>
        )}
      </div>
    </div>
  )
}

const AgainButton = ({ onClick }: { onClick: () => void }) => (
  <Button frame="bordered" onClick={onClick}>
    {guidedText.again}
  </Button>
)
