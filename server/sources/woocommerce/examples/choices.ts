// The mapping that follows from a person's choices among the examples.
import { setImmediate } from 'node:timers/promises'
import type { MappingChoices, MappingProposal } from '#contract/mapping-examples.ts'
import type { Place } from '#contract/place.ts'
import { type DiscountRule, type Mapping, mappingSchema } from '../mapping.ts'
import { companyOf } from '../translate-people.ts'
import { familiesBy } from './examples.ts'
import { usesOf } from './families.ts'
import { escaped, type SeenName } from './names.ts'
import type { Offer } from './offer-evidence.ts'
import { type NameRule, rulesFor } from './rules.ts'

/** A choice names a family or an offer that is no longer among the examples. */
export class ExamplesChanged extends Error {}

export interface Chosen {
  readonly mapping: Mapping
  readonly rules: MappingProposal['rules']
}

/** Throws ExamplesChanged. */
export async function applyChoices(
  choices: MappingChoices,
  names: readonly SeenName[],
  mapping: Mapping,
  offers: readonly Offer[] = [],
): Promise<Chosen> {
  const generated = await rulesOf(choices.discounts, names, mapping)
  const rules = generated.map(({ rule }) => rule)
  return {
    rules: generated.map(({ shown }) => shown),
    mapping: mappingSchema.parse({
      ...withOffers(choices.offers, offers, mapping),
      discounts: [...rules, ...mapping.discounts.filter((rule) => !rules.some((own) => isSame(own, rule)))],
      ...withRoles(choices.roles, mapping),
      ...(choices.distributor && {
        distributor: {
          ...mapping.distributor,
          id_keys: [choices.distributor.id_key],
          name_keys: [choices.distributor.name_key],
        },
      }),
      ...(choices.business && { business: withoutUsual(choices.business, 1) }),
      ...(choices.segment && { segment: withoutUsual(choices.segment, 2) }),
      ...(choices.ignored_categories && { ignored_categories: choices.ignored_categories }),
    }),
  }
}

function withOffers(chosen: readonly string[], offers: readonly Offer[], mapping: Mapping): Mapping {
  const byId = new Map(offers.map((offer) => [offer.shown.id, offer]))
  return chosen.reduce((named, id) => {
    const offer = byId.get(id)
    if (!offer) throw new ExamplesChanged('The examples have changed')
    return offer.shown.chosen ? named : offer.nameIn(named)
  }, mapping)
}

const isSame = (one: DiscountRule, other: DiscountRule): boolean =>
  one.kind === other.kind && one.pattern === other.pattern && other.meta === undefined

/** The usual level is left out, so that the mapping equals the defaults. */
const withoutUsual = (place: Place, usual: number): Mapping['business'] =>
  place.from === 'category' && place.level === usual ? { from: 'category' } : place

type Discount = MappingChoices['discounts'][number]

interface Generated {
  readonly rule: DiscountRule
  readonly shown: MappingProposal['rules'][number]
}

async function rulesOf(chosen: MappingChoices['discounts'], names: readonly SeenName[], mapping: Mapping) {
  if (chosen.length === 0) return []
  const families = new Map(familiesBy(names, mapping).map((family) => [family.id, family]))
  const generated: Generated[] = []
  for (const { family: id, names: wanted, ...place } of chosen) {
    const family = families.get(id)
    const members = new Set(family?.names.filter(({ shown }) => !wanted || wanted.includes(shown)))
    if (!family || members.size === 0) throw new ExamplesChanged('The examples have changed')
    const others = [...families.values()]
      .filter(({ kind }) => kind === family.kind)
      .flatMap((one) => one.names)
      .filter((name) => !members.has(name))
    for (const rule of rulesFor([...members], others)) generated.push(generatedBy(rule, family.kind, place))
    // Each choice is tested on thousands of names, so the server answers requests in between.
    await setImmediate()
  }
  return generated
}

function generatedBy(
  { pattern, form, pieces, names, also }: NameRule,
  kind: DiscountRule['kind'] & string,
  { group, sub_group: subGroup, report }: Pick<Discount, 'group' | 'sub_group' | 'report'>,
): Generated {
  return {
    // Each name is its own sub-group.
    rule: {
      ...{ kind, pattern, group, sub_group: subGroup || '$_', promo_name: '$_' },
      ...(report !== undefined && { promo_type: report ?? '' }),
    },
    shown: {
      kind,
      form,
      pieces: [...pieces],
      pattern,
      group,
      sub_group: subGroup,
      ...(report !== undefined && { report }),
      uses: usesOf(names),
      also: also.map(({ shown }) => shown),
    },
  }
}

function withRoles(
  chosen: MappingChoices['roles'],
  { companies, other_roles }: Mapping,
): Pick<Mapping, 'companies' | 'other_roles'> {
  const own: Mapping['companies'] = []
  for (const { role, company } of chosen) {
    const pattern = `^${escaped(role)}$`
    if (company !== null) own.push({ role: pattern, ...(company !== '' && { label: company }) })
    else if (companyOf(role, companies) !== undefined) own.push({ role: pattern, label: null })
  }
  const decided = new Set(chosen.map(({ role }) => role))
  const patterns = new Set([...decided].map((role) => `^${escaped(role)}$`))
  return {
    companies: [...own, ...companies.filter(({ role }) => !patterns.has(role))],
    other_roles: [
      ...other_roles.filter((role) => !decided.has(role)),
      ...chosen.filter(({ company }) => company === null).map(({ role }) => role),
    ],
  }
}
