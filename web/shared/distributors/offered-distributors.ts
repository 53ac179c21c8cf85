// Which distributors the picker offers. Pure functions.
import { fold } from '#contract/row-order.ts'

interface Distributor {
  readonly dist_id: string
  readonly dist_name: string
}

/**
 * The distributors that match the typed text: first selected ones that no longer exist in the shop, so that they can be
 * removed; then those selected when the form opened, which keep their position while they are toggled.
 */
export function offeredDistributors(
  known: readonly Distributor[],
  chosen: readonly string[],
  chosenBefore: readonly string[],
  typed: string,
): Distributor[] {
  const gone = chosen.filter((id) => !known.some(({ dist_id }) => dist_id === id))
  const wasChosen = ({ dist_id }: Distributor) => chosenBefore.includes(dist_id)
  const search = fold(typed.trim())
  return [
    ...gone.map((dist_id) => ({ dist_id, dist_name: '' })),
    ...known.filter(wasChosen),
    ...known.filter((one) => !wasChosen(one)),
  ].filter(({ dist_id, dist_name }) => fold(`${dist_name} ${dist_id}`).includes(search))
}
