// The demo shop's assortment as a table: brands, kinds and sizes combine into about 300 invented products.
import { entryOf } from '#contract/entry.ts'

/** Demand of a segment from January to December. */
export type Season = readonly number[]

export const EVEN: Season = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]

const SEASONS: Record<string, Season> = {
  even: EVEN,
  easter: [0.2, 0.5, 3.4, 3.6, 0.4, 0.3, 0.3, 0.3, 0.2, 0.2, 0.2, 0.3],
  cold: [0.6, 0.7, 0.9, 1.1, 1.3, 1.6, 1.6, 1.4, 1.1, 0.9, 0.7, 0.6],
  warm: [1.3, 1.2, 1, 0.9, 0.8, 0.8, 0.9, 1.1, 1.1, 1.1, 1.1, 1.4],
  'year-end': [0.5, 0.4, 0.5, 0.6, 0.6, 0.7, 0.8, 0.9, 0.8, 1, 1.9, 5.2],
  school: [0.7, 1.3, 1.6, 1.1, 1, 1, 1, 1.2, 1, 1, 1, 0.9],
}

// business | segment | weight | season | pesos of January 2024 | noun | brands | kinds | sizes
const TABLE = `
Golosinas | Caramelos | 9 | even | 900 | Caramelos | Rayuela, Pomelín | Frutales, Miel, Menta fuerte, Dulce de leche | 120 g, 800 g
Golosinas | Chicles | 4 | even | 750 | Chicles | Globito, Mentazul | Menta, Tutti frutti, Sandía | x 20, x 60
Golosinas | Chupetines | 4 | even | 820 | Chupetines | Pirulín Sur, Lunar | Frutilla, Cereza, Surtidos | x 24, x 48
Golosinas | Gomitas | 6 | even | 980 | Gomitas | Ositos Pampa, Rayuela | Eucalipto, Frutales, Ácidas | 150 g, 500 g
Golosinas | Alfajores | 14 | school | 2600 | Alfajor | Serranito, Doña Tecla, Quebracho | triple, de maicena, blanco, negro | x 6, x 18
Golosinas | Turrones | 5 | year-end | 1500 | Turrón | Nochebuena, Serranito | de maní, de almendra | x 12, x 50
Chocolates | Tabletas | 10 | cold | 2300 | Chocolate | Cacique, Alta Cumbre | con leche, amargo 70 %, con almendras, blanco | 100 g, 150 g
Chocolates | Bombones | 6 | cold | 3900 | Bombones | Alta Cumbre, Violeta | surtidos, de licor, de dulce de leche | x 12, x 24
Chocolates | Huevos de Pascua | 7 | easter | 5200 | Huevo de Pascua | Cacique, Violeta | con leche, con sorpresa, relleno | 140 g, 300 g
Chocolates | Confitados | 5 | even | 1400 | Confites | Pintitas, Cacique | de maní, de chocolate, de pasas | 80 g, 250 g
Chocolates | Coberturas | 3 | cold | 6100 | Cobertura | Cacique Profesional, Obrador | semiamarga, con leche, blanca | 1 kg, 5 kg
Harinas | Harina de trigo | 9 | cold | 1100 | Harina | Molino del Alba, Trigal Sur | 000, 0000, integral, leudante | 1 kg, 5 kg
Harinas | Premezclas | 5 | cold | 1900 | Premezcla | Molino del Alba, Sin Vueltas | bizcochuelo, pan casero, pizza, ñoquis | 480 g, 1 kg
Harinas | Polenta y sémola | 5 | cold | 950 | Polenta | Maizal, Trigal Sur | instantánea, clásica, gruesa | 500 g, 1 kg
Harinas | Pan rallado | 3 | even | 1000 | Pan rallado | Molino del Alba, Hornero | clásico, con provenzal | 500 g, 1 kg
Alimentos | Mermeladas | 6 | even | 1800 | Mermelada | La Chacra, Vuelta del Río | durazno, ciruela, frutilla, naranja | 454 g, 420 g light
Alimentos | Salsas y tomates | 7 | even | 1200 | Tomate | La Chacra, Huerta Norte | puré, triturado, pomarola | 520 g, 950 g
Alimentos | Legumbres | 4 | cold | 1150 | Legumbres | Huerta Norte, Vuelta del Río | garbanzos, lentejas, porotos, arvejas | 300 g, 400 g
Alimentos | Pastas secas | 6 | cold | 1050 | Fideos | Nonna Rita, Trigal Sur | tallarines, mostacholes, tirabuzón | 500 g, 1 kg
Alimentos | Galletitas | 12 | school | 1350 | Galletitas | Marea, Serranito, Rondas | de agua, dulces, rellenas, de salvado | 3 x 112 g, 6 x 110 g
Alimentos | Bebidas en polvo | 5 | warm | 420 | Jugo en polvo | Frescor, Cítrica | naranja, manzana, pomelo rosado | x 18, x 24
Alimentos | Cacao y desayuno | 5 | cold | 2400 | Desayuno | Cacique, Buen Día | cacao, avena, granola | 360 g, 800 g
Combo | Combos merienda | 5 | school | 9800 |  | Combo | merienda, merienda familiar, recreo | chico, grande
Combo | Combos fiestas | 6 | year-end | 16500 |  | Combo | Navidad, brindis, mesa dulce | x 8, x 14
Combo | Cajas surtidas | 6 | year-end | 13200 |  | Caja surtida | clásica, de chocolates, de golosinas | x 10, x 20
Agroindust | Almidones | 2 | even | 8700 | Almidón | Maizal Industria | de maíz, modificado | 5 kg, 25 kg
Agroindust | Jarabes de maíz | 2 | even | 10400 | Jarabe | Maizal Industria | glucosa, fructosa 55 | 7 kg, 25 kg
`

export interface Segment {
  readonly business: string
  readonly segment: string
  readonly weight: number
  readonly season: Season
  /** Typical price, in pesos of January 2024. */
  readonly price: number
  readonly products: readonly {
    readonly name: string
    /** 0 for the small size, 1 for the large. */
    readonly size: number
  }[]
}

export const SEGMENTS: readonly Segment[] = TABLE.trim()
  .split('\n')
  .map((row) => {
    const [business, segment, weight, season, price, noun, brands, kinds, sizes] = row
      .split('|')
      .map((cell) => cell.trim())
    return {
      business: business!,
      segment: segment!,
      weight: Number(weight),
      season: entryOf(SEASONS, season!) ?? EVEN,
      price: Number(price),
      products: each(brands).flatMap((brand) =>
        each(kinds).flatMap((kind) =>
          each(sizes).map((label, size) => ({ name: `${noun} ${brand} ${kind} ${label}`.trim(), size })),
        ),
      ),
    }
  })

function each(cell: string | undefined): string[] {
  return cell?.split(', ') ?? []
}

/** Products without a category. */
export const UNCATEGORISED = [
  'Taza térmica de regalo',
  'Bolsa de tela reutilizable',
  'Tarjeta de salutación',
  'Muestra sin cargo',
]

/** Products with a business and no segment. */
export const BULK = { business: 'Golosinas', names: ['Golosinas a granel', 'Repostería a granel'] }

/** Deleted products: only order lines still name them. */
export const DELETED = ['Alfajor Serranito edición aniversario x 6', 'Bombones Violeta estuche 2023']
