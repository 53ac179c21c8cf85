// A person's choices among the examples, and the request body that follows from them. Pure functions.
import type { DiscountGroup } from '#contract/benefit-groups.ts'
import { entryOf } from '#contract/entry.ts'
import type {
  ExampleFamily,
  ExampleField,
  ExamplePlace,
  MappingChoices,
  MappingExamples,
  Pieces,
  PromotionReport,
} from '#contract/mapping-examples.ts'
import type { Place } from '#contract/place.ts'

export interface FamilyChoice {
  /** Null: the family stays as it is. */
  readonly group: DiscountGroup | null
  readonly subGroup: string
  /** Each name becomes its own sub-group. */
  readonly each: boolean
  /** Report of promotions that lists it; null: none. */
  readonly report: PromotionReport | null
  /** Names excluded from the family. */
  readonly without: readonly string[]
}

export interface RoleChoice {
  readonly isCompany: boolean
  readonly label: string
}

export interface GuidedDraft {
  readonly families: Readonly<Record<string, FamilyChoice>>
  /** Ids of chosen offers. */
  readonly offers: readonly string[]
  readonly distributor: { readonly id_key: string; readonly name_key: string } | null
  readonly roles: Readonly<Record<string, RoleChoice>>
  readonly business: Place | null
  readonly segment: Place | null
  readonly ignored: readonly string[] | null
}

export const NO_CHOICES: GuidedDraft = {
  families: {},
  offers: [],
  distributor: null,
  roles: {},
  business: null,
  segment: null,
  ignored: null,
}

export const hasChoices = (draft: GuidedDraft): boolean =>
  draft.distributor !== null ||
  draft.business !== null ||
  draft.segment !== null ||
  draft.ignored !== null ||
  draft.offers.length > 0 ||
  Object.keys(draft.roles).length > 0 ||
  Object.values(draft.families).some(({ group }) => group !== null)

/** 'socio-' → 'Socio', 'Bonificación Tarjeta Sol 10%' → 'Bonificación Tarjeta Sol'. */
export function inWords(pieces: Pieces): string {
  const words = pieces
    .map(({ is, text }) => (is === 'text' ? text : ' '))
    .join('')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}

/** Initial state of a family: as it is now; with a group, the sub-group is made of the words of its names. */
export const familyChoice = (
  draft: GuidedDraft,
  { id, label, report, suggested_report }: ExampleFamily,
): FamilyChoice =>
  entryOf(draft.families, id) ?? {
    ...{ group: null, subGroup: inWords(label), each: false, without: [] },
    report: report ?? suggested_report,
  }

export function withGroup(choice: FamilyChoice, group: DiscountGroup | null, names: number): FamilyChoice {
  const first = choice.group === null && group !== null
  // Codes of companies differ by company.
  return { ...choice, group, each: first ? group === 'CORPORATIVOS' && names > 1 : choice.each }
}

export const roleChoice = (
  draft: GuidedDraft,
  { role, company }: MappingExamples['roles'][number],
): RoleChoice => entryOf(draft.roles, role) ?? { isCompany: company !== null, label: company ?? '' }

/** The name field that belongs to an id field: its pair, else the id field itself. */
export const withIdField = (field: ExampleField): NonNullable<GuidedDraft['distributor']> => ({
  id_key: field.key,
  name_key: field.pair ?? field.key,
})

/** Text that identifies a place in a select. */
export const placeKey = (place: Place): string => {
  if (place.from === 'category') return `category ${place.level ?? 1}`
  return place.from === 'attribute' ? `attribute ${place.name}` : `meta ${place.key}`
}

export const placeOf = (places: readonly ExamplePlace[], key: string): Place | null =>
  places.find(({ place }) => placeKey(place) === key)?.place ?? null

/** Sets the place of businesses; segments that used the same place move to the next level of categories. */
export function withBusiness(
  draft: GuidedDraft,
  { places, business, segment }: MappingExamples,
  key: string,
): GuidedDraft {
  const chosen = placeOf(places, key)
  const next = { ...draft, business: placeKey(business) === key ? null : chosen }
  const below = chosen?.from === 'category' && placeOf(places, `category ${(chosen.level ?? 1) + 1}`)
  return below && placeKey(draft.segment ?? segment) === key ? { ...next, segment: below } : next
}

export const choicesOf = (draft: GuidedDraft, examples: MappingExamples): MappingChoices => ({
  discounts: examples.families.flatMap((family) => {
    const { group, subGroup, each, without, report } = familyChoice(draft, family)
    if (group === null) return []
    const names = family.names.map(({ name }) => name).filter((name) => !without.includes(name))
    return names.length === 0
      ? []
      : [
          {
            family: family.id,
            ...(without.length > 0 && { names }),
            group,
            sub_group: each ? '' : subGroup.trim() || inWords(family.label),
            // The names decide as long as nobody says otherwise.
            ...(report !== family.report && { report }),
          },
        ]
  }),
  offers: [...draft.offers],
  ...(draft.distributor && { distributor: draft.distributor }),
  roles: Object.entries(draft.roles).map(([role, { isCompany, label }]) => ({
    role,
    company: isCompany ? label.trim() : null,
  })),
  ...(draft.business && { business: draft.business }),
  ...(draft.segment && { segment: draft.segment }),
  ...(draft.ignored && { ignored_categories: [...draft.ignored] }),
})
