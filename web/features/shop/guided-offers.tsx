// Vouchers, payments and lowered prices that the orders show, each with a checkbox.
import { Checkbox } from '@mantine/core'
import type { ExampleOffer, MappingExamples } from '#contract/mapping-examples.ts'
import shared from '#web/ui/shared.module.css'
import css from './guided.module.css'
import type { SectionProps } from './guided-families.tsx'
import { guidedText, offerText } from './guided-text.ts'

const PARTS = ['voucher', 'payment', 'saving'] as const

export function GuidedOffers({
  examples: { offers },
  draft,
  onChange,
}: SectionProps & { examples: MappingExamples }) {
  if (offers.length === 0) return null
  const choose = (id: string, isChosen: boolean) =>
    onChange({
      ...draft,
      offers: isChosen ? [...draft.offers, id] : draft.offers.filter((one) => one !== id),
    })
  return (
    <section className={css.part} aria-label={guidedText.offers}>
      <h3 className={shared.heading}>{guidedText.offers}</h3>
      {PARTS.filter((part) => offers.some((one) => one.part === part)).map((part) => (
        <div key={part} className={css.part}>
          <p className={shared.quiet}>{guidedText.offerNotes[part]}</p>
          <ul className={shared.gapList}>
            {offers
              .filter((one) => one.part === part)
              .map((offer) => (
                <li key={offer.id}>
                  <Checkbox
                    size="xs"
                    label={<OfferLabel offer={offer} />}
                    disabled={offer.chosen}
                    checked={offer.chosen || draft.offers.includes(offer.id)}
                    onChange={({ currentTarget: { checked } }) => choose(offer.id, checked)}
                  />
                </li>
              ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

const OfferLabel = ({ offer }: { offer: ExampleOffer }) => (
  <>
    <span>{offerText(offer)}</span> <span className={shared.quiet}>{guidedText.offerFacts(offer)}</span>
  </>
)
