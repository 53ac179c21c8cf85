// Provinces as the wire writes them, in capitals, and as people read them. Pure; touches contract and this feature.
import { PROVINCES, type Province } from '#contract/provinces.ts'

/** Letters that fit beside a bar. */
const LONG = 20

const byState = new Map(PROVINCES.map((province) => [province.name.toUpperCase(), province]))

/** The province of a `state`; undefined for 'SIN PROVINCIA'. */
export const provinceOf = (state: string): Province | undefined => byState.get(state)

export const stateOf = (province: Province): string => province.name.toUpperCase()

/** 'CÓRDOBA' → 'Córdoba'; 'SIN PROVINCIA' stays as it is. */
export const provinceName = (state: string): string => provinceOf(state)?.name ?? state

/** Where there is no room for a long one: 'Ciudad Autónoma de Buenos Aires' → 'CABA'. */
export function shortProvinceName(state: string): string {
  const name = provinceName(state)
  return name.length > LONG ? (provinceOf(state)?.short ?? name) : name
}
