import { entryOf } from '#contract/entry.ts'
import { PROVINCES } from '#contract/provinces.ts'
import { NO_PROVINCE } from '#server/domain/facts.ts'

export interface Place {
  /** In capitals, as facts store it. */
  readonly province: string
  /** Roughly its population in thousands. */
  readonly weight: number
  readonly cities: readonly string[]
}

const CITIES: Record<string, readonly [number, string]> = {
  A: [1440, 'Salta|San Ramón de la Nueva Orán|Tartagal|General Güemes'],
  B: [
    17500,
    'La Plata|Mar del Plata|Bahía Blanca|Tandil|Quilmes|Lanús|Morón|San Isidro|Pilar|Junín|Pergamino|Olavarría',
  ],
  C: [3120, 'Ciudad Autónoma de Buenos Aires'],
  D: [540, 'San Luis|Villa Mercedes|Merlo'],
  E: [1425, 'Paraná|Concordia|Gualeguaychú|Concepción del Uruguay'],
  F: [384, 'La Rioja|Chilecito'],
  G: [1054, 'Santiago del Estero|La Banda|Termas de Río Hondo'],
  H: [1142, 'Resistencia|Presidencia Roque Sáenz Peña|Villa Ángela'],
  J: [818, 'San Juan|Rawson|Rivadavia'],
  K: [429, 'San Fernando del Valle de Catamarca|Andalgalá'],
  L: [366, 'Santa Rosa|General Pico'],
  M: [2014, 'Mendoza|San Rafael|Godoy Cruz|Maipú|Luján de Cuyo'],
  N: [1280, 'Posadas|Oberá|Eldorado'],
  P: [606, 'Formosa|Clorinda'],
  Q: [726, 'Neuquén|Plottier|San Martín de los Andes'],
  R: [762, 'Viedma|San Carlos de Bariloche|General Roca|Cipolletti'],
  S: [3556, 'Rosario|Santa Fe|Rafaela|Venado Tuerto|Reconquista'],
  T: [1703, 'San Miguel de Tucumán|Yerba Buena|Concepción|Tafí Viejo'],
  U: [603, 'Rawson|Comodoro Rivadavia|Trelew|Puerto Madryn'],
  V: [190, 'Ushuaia|Río Grande'],
  W: [1197, 'Corrientes|Goya|Paso de los Libres'],
  X: [3978, 'Córdoba|Río Cuarto|Villa María|San Francisco|Arroyito|Carlos Paz'],
  Y: [797, 'San Salvador de Jujuy|Palpalá|Perico'],
  Z: [333, 'Río Gallegos|Caleta Olivia|El Calafate'],
}

/** The 24 provinces in the contract's order, then addresses without one. */
export const PLACES: readonly Place[] = [
  ...PROVINCES.map(({ iso, name }) => {
    const [weight, cities] = entryOf(CITIES, iso.slice(3)) ?? [1, name]
    // Keeps the smallest provinces visible in small shops.
    return { province: name.toUpperCase(), weight: weight + 60, cities: cities.split('|') }
  }),
  { province: NO_PROVINCE, weight: 180, cities: ['', 'Colonia', 'Sin especificar'] },
]
