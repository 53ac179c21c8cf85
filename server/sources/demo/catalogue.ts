// What the demo shop sells: businesses, segments and about 300 invented products; touches only domain facts.
import type { CategoryFact, ProductFact } from '#server/domain/facts.ts'
import { NO_BUSINESS, NO_SEGMENT } from '#server/domain/facts.ts'
import { Random } from './random.ts'

/** Twelve factors, January to December, that a segment's demand follows. */
type Season = readonly number[]

const EVEN: Season = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
const EASTER: Season = [0.2, 0.5, 3.4, 3.6, 0.4, 0.3, 0.3, 0.3, 0.2, 0.2, 0.2, 0.3]
const COLD: Season = [0.6, 0.7, 0.9, 1.1, 1.3, 1.6, 1.6, 1.4, 1.1, 0.9, 0.7, 0.6]
const WARM: Season = [1.3, 1.2, 1, 0.9, 0.8, 0.8, 0.9, 1.1, 1.1, 1.1, 1.1, 1.4]
const YEAR_END: Season = [0.5, 0.4, 0.5, 0.6, 0.6, 0.7, 0.8, 0.9, 0.8, 1, 1.9, 5.2]
const SCHOOL: Season = [0.7, 1.3, 1.6, 1.1, 1, 1, 1, 1.2, 1, 1, 1, 0.9]

interface Line {
  readonly business: string
  readonly segment: string
  readonly weight: number
  readonly season: Season
  /** Price in pesos of January 2024 from which a product's own price is drawn. */
  readonly price: number
  /** Brand first, then kinds and sizes that are combined. */
  readonly names: readonly [brands: string, kinds: string, sizes: string]
}

const line = (
  business: string,
  segment: string,
  weight: number,
  season: Season,
  price: number,
  ...names: Line['names']
): Line => ({ business, segment, weight, season, price, names })

const LINES: readonly Line[] = [
  line(
    'Golosinas',
    'Caramelos',
    9,
    EVEN,
    900,
    'Rayuela|Pomelín',
    'Frutales|Miel|Menta fuerte|Dulce de leche',
    '120 g|800 g',
  ),
  line('Golosinas', 'Chicles', 4, EVEN, 750, 'Globito|Mentazul', 'Menta|Tutti frutti|Sandía', 'x 20|x 60'),
  line('Golosinas', 'Chupetines', 4, EVEN, 820, 'Pirulín Sur|Lunar', 'Frutilla|Cereza|Surtidos', 'x 24|x 48'),
  line(
    'Golosinas',
    'Gomitas',
    6,
    EVEN,
    980,
    'Ositos Pampa|Rayuela',
    'Eucalipto|Frutales|Ácidas',
    '150 g|500 g',
  ),
  line(
    'Golosinas',
    'Alfajores',
    14,
    SCHOOL,
    2600,
    'Serranito|Doña Tecla|Quebracho',
    'triple|de maicena|blanco|negro',
    'x 6|x 18',
  ),
  line(
    'Golosinas',
    'Turrones',
    5,
    YEAR_END,
    1500,
    'Nochebuena|Serranito',
    'de maní|de almendra',
    'x 12|x 50',
  ),
  line(
    'Chocolates',
    'Tabletas',
    10,
    COLD,
    2300,
    'Cacique|Alta Cumbre',
    'con leche|amargo 70 %|con almendras|blanco',
    '100 g|150 g',
  ),
  line(
    'Chocolates',
    'Bombones',
    6,
    COLD,
    3900,
    'Alta Cumbre|Violeta',
    'surtidos|de licor|de dulce de leche',
    'x 12|x 24',
  ),
  line(
    'Chocolates',
    'Huevos de Pascua',
    7,
    EASTER,
    5200,
    'Cacique|Violeta',
    'con leche|con sorpresa|relleno',
    '140 g|300 g',
  ),
  line(
    'Chocolates',
    'Confitados',
    5,
    EVEN,
    1400,
    'Pintitas|Cacique',
    'de maní|de chocolate|de pasas',
    '80 g|250 g',
  ),
  line(
    'Chocolates',
    'Coberturas',
    3,
    COLD,
    6100,
    'Cacique Profesional|Obrador',
    'semiamarga|con leche|blanca',
    '1 kg|5 kg',
  ),
  line(
    'Harinas',
    'Harina de trigo',
    9,
    COLD,
    1100,
    'Molino del Alba|Trigal Sur',
    '000|0000|integral|leudante',
    '1 kg|5 kg',
  ),
  line(
    'Harinas',
    'Premezclas',
    5,
    COLD,
    1900,
    'Molino del Alba|Sin Vueltas',
    'bizcochuelo|pan casero|pizza|ñoquis',
    '480 g|1 kg',
  ),
  line(
    'Harinas',
    'Polenta y sémola',
    5,
    COLD,
    950,
    'Maizal|Trigal Sur',
    'instantánea|clásica|gruesa',
    '500 g|1 kg',
  ),
  line(
    'Harinas',
    'Pan rallado',
    3,
    EVEN,
    1000,
    'Molino del Alba|Hornero',
    'clásico|con provenzal',
    '500 g|1 kg',
  ),
  line(
    'Alimentos',
    'Mermeladas',
    6,
    EVEN,
    1800,
    'La Chacra|Vuelta del Río',
    'durazno|ciruela|frutilla|naranja',
    '454 g|420 g light',
  ),
  line(
    'Alimentos',
    'Salsas y tomates',
    7,
    EVEN,
    1200,
    'La Chacra|Huerta Norte',
    'puré|triturado|pomarola',
    '520 g|950 g',
  ),
  line(
    'Alimentos',
    'Legumbres',
    4,
    COLD,
    1150,
    'Huerta Norte|Vuelta del Río',
    'garbanzos|lentejas|porotos|arvejas',
    '300 g|400 g',
  ),
  line(
    'Alimentos',
    'Pastas secas',
    6,
    COLD,
    1050,
    'Nonna Rita|Trigal Sur',
    'tallarines|mostacholes|tirabuzón',
    '500 g|1 kg',
  ),
  line(
    'Alimentos',
    'Galletitas',
    12,
    SCHOOL,
    1350,
    'Marea|Serranito|Rondas',
    'de agua|dulces|rellenas|de salvado',
    '3 x 112 g|6 x 110 g',
  ),
  line(
    'Alimentos',
    'Bebidas en polvo',
    5,
    WARM,
    420,
    'Frescor|Cítrica',
    'naranja|manzana|pomelo rosado',
    'x 18|x 24',
  ),
  line(
    'Alimentos',
    'Cacao y desayuno',
    5,
    COLD,
    2400,
    'Cacique|Buen Día',
    'cacao|avena|granola',
    '360 g|800 g',
  ),
  line(
    'Combo',
    'Combos merienda',
    5,
    SCHOOL,
    9800,
    'Combo',
    'merienda|merienda familiar|recreo',
    'chico|grande',
  ),
  line('Combo', 'Combos fiestas', 6, YEAR_END, 16500, 'Combo', 'Navidad|brindis|mesa dulce', 'x 8|x 14'),
  line(
    'Combo',
    'Cajas surtidas',
    6,
    YEAR_END,
    13200,
    'Caja surtida',
    'clásica|de chocolates|de golosinas',
    'x 10|x 20',
  ),
  line('Agroindust', 'Almidones', 2, EVEN, 8700, 'Maizal Industria', 'de maíz|modificado', '5 kg|25 kg'),
  line(
    'Agroindust',
    'Jarabes de maíz',
    2,
    EVEN,
    10400,
    'Maizal Industria',
    'glucosa|fructosa 55',
    '7 kg|25 kg',
  ),
]

export interface CatalogueItem {
  readonly product_id: number
  readonly variation_id: number
  readonly sku: string
  readonly name: string
  readonly business: string
  readonly segment: string
  readonly weight: number
  readonly season: Season
  /** Cents of January 2024. */
  readonly price: number
}

export interface Catalogue {
  readonly items: readonly CatalogueItem[]
  readonly categories: readonly CategoryFact[]
  /** Products as the shop lists them; `priceFactor` brings them to today's prices. */
  products(modifiedAt: string, priceFactor: number): ProductFact[]
}

const slug = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

const FIRST_PRODUCT = 1200
const DELETED_NAMES = ['Alfajor Serranito edición aniversario x 6', 'Bombones Violeta estuche 2023']
const LOOSE_NAMES = [
  'Taza térmica de regalo',
  'Bolsa de tela reutilizable',
  'Tarjeta de salutación',
  'Muestra sin cargo',
]

function cents(pesos: number, random: Random): number {
  const factor = 0.75 + random.unit() * 0.6
  return Math.round((pesos * 100 * factor) / 1000) * 1000 - random.of([0, 1, 10, 500])
}

/** The catalogue that belongs to a seed. */
export function makeCatalogue(seed: number): Catalogue {
  const random = new Random(seed, 11)
  const categories: CategoryFact[] = []
  const categoryIds = new Map<string, number>()
  const category = (name: string, parent_id: number): number => {
    const key = `${parent_id}/${name}`
    const known = categoryIds.get(key)
    if (known !== undefined) return known
    const category_id = 20 + categories.length
    categories.push({ category_id, parent_id, name, slug: slug(name) })
    categoryIds.set(key, category_id)
    return category_id
  }
  const items: CatalogueItem[] = []
  const homes: number[][] = []
  const add = (item: Omit<CatalogueItem, 'product_id' | 'variation_id' | 'sku'>, home: number[]) => {
    const number = items.length
    items.push({
      product_id: FIRST_PRODUCT + number * 3,
      variation_id: 0,
      sku: String(1_001_000 + number * 7),
      ...item,
    })
    homes.push(home)
  }
  for (const { business, segment, weight, season, price, names } of LINES) {
    const home = [category(business, 0), category(segment, category(business, 0))]
    const [brands, kinds, sizes] = names.map((part) => part.split('|'))
    const made = brands!.flatMap((brand) =>
      kinds!.flatMap((kind) =>
        sizes!.map((size, step) => ({ name: `${segmentNoun(segment, brand)} ${kind} ${size}`, step })),
      ),
    )
    for (const { name, step } of made) {
      const popularity = weight * (0.25 + random.unit() ** 2 * 2)
      add(
        {
          name,
          business,
          segment,
          season,
          weight: popularity / made.length,
          price: cents(price, random) * (1 + step),
        },
        home,
      )
    }
  }
  for (const name of LOOSE_NAMES)
    add(
      {
        name,
        business: NO_BUSINESS,
        segment: NO_SEGMENT,
        season: EVEN,
        weight: 0.12,
        price: cents(1500, random),
      },
      [],
    )
  for (const name of ['Golosinas a granel', 'Repostería a granel'])
    add(
      {
        name,
        business: 'Golosinas',
        segment: NO_SEGMENT,
        season: EVEN,
        weight: 0.3,
        price: cents(4200, random),
      },
      [category('Golosinas', 0)],
    )
  // What was deleted from the shop lives on in its order lines alone, by name.
  const deleted = DELETED_NAMES.map((name) => ({
    product_id: 0,
    variation_id: 0,
    sku: '',
    name,
    business: NO_BUSINESS,
    segment: NO_SEGMENT,
    weight: 0.15,
    season: EVEN,
    price: cents(3000, random),
  }))
  const products = (modified_at: string, priceFactor: number): ProductFact[] => {
    const stock = new Random(seed, 12)
    return items.map((item, index) => {
      const out = stock.chance(0.07)
      return {
        product_id: item.product_id,
        parent_id: 0,
        sku: item.sku,
        name: item.name,
        status: stock.chance(0.03) ? 'draft' : 'publish',
        stock_status: out ? 'outofstock' : 'instock',
        stock_quantity: out ? 0 : stock.between(5, 4000),
        price: (Math.round(item.price * priceFactor) / 100).toFixed(2),
        url: `https://tienda.example/producto/${slug(item.name)}/`,
        business: item.business,
        segment: item.segment,
        modified_at,
        category_ids: homes[index] ?? [],
      }
    })
  }
  return { items: [...items, ...deleted], categories, products }
}

const NOUNS: Record<string, string> = {
  Caramelos: 'Caramelos',
  Chicles: 'Chicles',
  Chupetines: 'Chupetines',
  Gomitas: 'Gomitas',
  Alfajores: 'Alfajor',
  Turrones: 'Turrón',
  Tabletas: 'Chocolate',
  Bombones: 'Bombones',
  'Huevos de Pascua': 'Huevo de Pascua',
  Confitados: 'Confites',
  Coberturas: 'Cobertura',
  'Harina de trigo': 'Harina',
  Premezclas: 'Premezcla',
  'Polenta y sémola': 'Polenta',
  'Pan rallado': 'Pan rallado',
  Mermeladas: 'Mermelada',
  'Salsas y tomates': 'Tomate',
  Legumbres: 'Legumbres',
  'Pastas secas': 'Fideos',
  Galletitas: 'Galletitas',
  'Bebidas en polvo': 'Jugo en polvo',
  'Cacao y desayuno': 'Desayuno',
  Almidones: 'Almidón',
  'Jarabes de maíz': 'Jarabe',
}

/** "Alfajor Serranito", but "Combo" and "Caja surtida" stand for themselves. */
const segmentNoun = (segment: string, brand: string): string => {
  const noun = NOUNS[segment]
  return noun === undefined ? brand : `${noun} ${brand}`
}
