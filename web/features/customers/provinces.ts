// Provinces as the wire writes them, in capitals, and as people read them. Pure; touches contract and this feature.
import { PROVINCES, type Province } from '#contract/provinces.ts'
import { text } from './text.ts'

const byState = new Map(PROVINCES.map((province) => [province.name.toUpperCase(), province]))

/** The province of a `state`; undefined for 'SIN PROVINCIA'. */
export const provinceOf = (state: string): Province | undefined => byState.get(state)

export const stateOf = (province: Province): string => province.name.toUpperCase()

/** 'CÓRDOBA' → 'Córdoba'. */
export const provinceName = (state: string): string => provinceOf(state)?.name ?? text.noProvince
