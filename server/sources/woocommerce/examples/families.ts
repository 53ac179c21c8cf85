// Families of coupon codes and fee names: those that start or end alike, or have the shape of generated codes.
import { codeFamilies } from './codes.ts'
import { type ShownName, shapeOf, sharedTokens } from './names.ts'

/** From this share on, names with a common start form their own family within a wider one. */
const SPLIT_SHARE = 0.8
const SHAPE_NAMES = { mixed: 3, letters: 8 }

/** Every name belongs to one family; families of one name come last. */
export function familiesOf(names: readonly ShownName[]): ShownName[][] {
  const codes = codeFamilies(names)
  const byStart = split(codes.rest, 'start')
  const byEnd = split(alone(byStart), 'end')
  const shaped = Map.groupBy(alone(byEnd), (name) => shapeOf(name)?.pattern)
  const families = [...codes.families, ...several(byStart), ...several(byEnd)]
  const rest: ShownName[][] = []
  for (const [shape, members] of shaped) {
    const least = shape?.startsWith('[') ? SHAPE_NAMES.mixed : SHAPE_NAMES.letters
    if (shape !== undefined && members.length >= least) families.push(members)
    else rest.push(...members.map((name) => [name]))
  }
  return [...families, ...rest].sort((one, other) => usesOf(other) - usesOf(one))
}

export const usesOf = (names: readonly ShownName[]): number => names.reduce((sum, { uses }) => sum + uses, 0)

const several = (groups: readonly ShownName[][]) => groups.filter(({ length }) => length > 1)
const alone = (groups: readonly ShownName[][]) => groups.flatMap((group) => (group.length === 1 ? group : []))

/** Whether the common start or end is meaningful: a number or a single letter is not. */
export function saysSomething(names: readonly ShownName[], from: 'start' | 'end', shared: number): boolean {
  const tokens = names[0]?.tokens ?? []
  const some = from === 'start' ? tokens.slice(0, shared) : tokens.slice(tokens.length - shared)
  return some.some(({ is, key }) => is === 'letters' && key.length >= 2)
}

function split(names: readonly ShownName[], from: 'start' | 'end'): ShownName[][] {
  if (names.length < 2) return names.map((name) => [name])
  const shared = sharedTokens(names, from)
  const nextKey = ({ tokens }: ShownName) =>
    (from === 'start' ? tokens : tokens.toReversed())[shared]?.key ?? ''
  const groups = [...Map.groupBy(names, nextKey).values()]
  const larger = several(groups)
  const inLarger = larger.reduce((sum, { length }) => sum + length, 0)
  const isFamily = saysSomething(names, from, shared)
  if (isFamily && (larger.length < 2 || inLarger < names.length * SPLIT_SHARE)) return [[...names]]
  // Names without a common token are all in groups of their own; equal names do not exist.
  return groups.length === 1 ? [[...names]] : groups.flatMap((group) => split(group, from))
}
