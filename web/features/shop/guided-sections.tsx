// Distributors, companies, businesses and segments of the guided mapping.
import { Checkbox } from '@mantine/core'
import type { ExampleField, MappingExamples } from '#contract/mapping-examples.ts'
import type { Place } from '#contract/place.ts'
import { percent } from '#web/text/format.ts'
import { Input, Select, SelectField } from '#web/ui/field.tsx'
import shared from '#web/ui/shared.module.css'
import css from './guided.module.css'
import {
  type GuidedDraft,
  inWords,
  placeKey,
  placeOf,
  roleChoice,
  withBusiness,
  withIdField,
} from './guided-draft.ts'
import type { SectionProps } from './guided-families.tsx'
import { guidedText } from './guided-text.ts'

interface ExamplesProps extends SectionProps {
  examples: MappingExamples
}

const fieldOption = ({ key, coverage, distinct, values }: ExampleField) => ({
  value: key,
  label: `${key}: ${values.join(', ')}${distinct > values.length ? '…' : ''} (${guidedText.fieldFacts(percent(coverage), distinct)})`,
})

export function GuidedDistributors({ examples: { fields, distributor }, draft, onChange }: ExamplesProps) {
  const asItIs = distributor
    ? guidedText.asItIsFields(distributor.id_key, distributor.name_key)
    : guidedText.asItIsNone
  const chosen = draft.distributor
  const others = fields.filter(({ key }) => key !== chosen?.id_key)
  return (
    <section className={css.part} aria-label={guidedText.distributor}>
      <h3 className={shared.heading}>{guidedText.distributor}</h3>
      <p className={shared.quiet}>{fields.length > 0 ? guidedText.distributorNote : guidedText.noFields}</p>
      {fields.length > 0 ? (
        <div className={css.two}>
          <SelectField
            low
            label={guidedText.idField}
            data={[{ value: '', label: asItIs }, ...fields.map(fieldOption)]}
            value={chosen?.id_key ?? ''}
            onChange={({ currentTarget: { value } }) => {
              const field = fields.find(({ key }) => key === value)
              onChange({ ...draft, distributor: field ? withIdField(field) : null })
            }}
          />
          {chosen ? (
            <SelectField
              low
              label={guidedText.nameField}
              data={[{ value: chosen.id_key, label: guidedText.sameField }, ...others.map(fieldOption)]}
              value={chosen.name_key}
              onChange={({ currentTarget: { value } }) =>
                onChange({ ...draft, distributor: { ...chosen, name_key: value } })
              }
            />
          ) : null}
        </div>
      ) : null}
    </section>
  )
}

const ROLES = [
  { value: 'company', label: guidedText.company },
  { value: 'none', label: guidedText.noCompany },
]

export const GuidedRoles = ({ examples: { roles }, draft, onChange }: ExamplesProps) => (
  <section className={css.part} aria-label={guidedText.roles}>
    <h3 className={shared.heading}>{guidedText.roles}</h3>
    <p className={shared.quiet}>{roles.length > 0 ? guidedText.rolesNote : guidedText.noRoles}</p>
    <ul className={shared.gapList}>
      {roles.map((one) => {
        const { role, accounts, known } = one
        const isDecided = known || Object.hasOwn(draft.roles, role)
        const choice = roleChoice(draft, one)
        const choose = (next: Partial<typeof choice>) =>
          onChange({ ...draft, roles: { ...draft.roles, [role]: { ...choice, ...next } } })
        return (
          <li key={role} className={css.role} aria-label={role}>
            <span>
              <span className={css.code}>{role}</span>{' '}
              <span className={shared.quiet}>{guidedText.accounts(accounts)}</span>
            </span>
            <Select
              low
              aria-label={guidedText.roleIs(role)}
              data={isDecided ? ROLES : [{ value: '', label: guidedText.undecided }, ...ROLES]}
              value={isDecided ? (choice.isCompany ? 'company' : 'none') : ''}
              onChange={({ currentTarget: { value } }) => choose({ isCompany: value === 'company' })}
            />
            {isDecided && choice.isCompany ? (
              <Input
                low
                aria-label={guidedText.roleLabel(role)}
                maxLength={255}
                placeholder={inWords([{ is: 'text', text: role }])}
                value={choice.label}
                onChange={({ currentTarget: { value } }) => choose({ label: value })}
              />
            ) : null}
          </li>
        )
      })}
    </ul>
  </section>
)

export function GuidedPlaces({ examples, draft, onChange }: ExamplesProps) {
  const { places, categories, products } = examples
  const ignored = draft.ignored ?? categories.filter((one) => one.ignored).map(({ slug }) => slug)
  const options = (current: Place) => [
    ...places.map(({ place, values, distinct, products: having }) => ({
      value: placeKey(place),
      label: `${guidedText.place(place)}: ${guidedText.placeFacts(values, distinct, having, products)}`,
    })),
    ...(places.some(({ place }) => placeKey(place) === placeKey(current))
      ? []
      : [{ value: placeKey(current), label: guidedText.place(current) }]),
  ]
  const keyOf = (name: 'business' | 'segment') => placeKey(draft[name] ?? examples[name])
  const field = (name: 'business' | 'segment', choose: (key: string) => GuidedDraft) => ({
    label: guidedText[name],
    data: options(examples[name]),
    value: keyOf(name),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => onChange(choose(value)),
  })
  return (
    <section className={css.part} aria-label={guidedText.places}>
      <h3 className={shared.heading}>{guidedText.places}</h3>
      <p className={shared.quiet}>{places.length > 0 ? guidedText.placesNote : guidedText.noPlaces}</p>
      {places.length > 0 ? (
        <div className={css.two}>
          <SelectField low {...field('business', (key) => withBusiness(draft, examples, key))} />
          <SelectField
            low
            {...field('segment', (key) => ({
              ...draft,
              segment: placeKey(examples.segment) === key ? null : placeOf(places, key),
            }))}
          />
        </div>
      ) : null}
      {places.length > 0 && keyOf('business') === keyOf('segment') ? (
        <p className={shared.caution}>{guidedText.samePlace}</p>
      ) : null}
      {categories.length > 0 ? (
        <details className={css.details}>
          <summary>{guidedText.ignored}</summary>
          <div className={css.checks}>
            {categories.map(({ slug, name, products: having }) => (
              <Checkbox
                key={slug}
                size="xs"
                label={guidedText.categoryFacts(name, having)}
                checked={ignored.includes(slug)}
                onChange={({ currentTarget: { checked } }) =>
                  onChange({
                    ...draft,
                    ignored: checked ? [...ignored, slug] : ignored.filter((one) => one !== slug),
                  })
                }
              />
            ))}
          </div>
        </details>
      ) : null}
    </section>
  )
}
