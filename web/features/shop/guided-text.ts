import type { ExampleOffer, MappingChoices, MappingProposal, Pieces } from '#contract/mapping-examples.ts'
import type { Place } from '#contract/place.ts'
import { counted, integer, money, monthName } from '#web/text/format.ts'
import { inWords } from './guided-draft.ts'

type Rule = MappingProposal['rules'][number]
type Form = Rule['form']

const PIECES: Record<Pieces[number]['is'], (size: string) => string> = {
  text: (text) => text,
  number: (size) => (size ? `[${size} dígitos]` : '[número]'),
  letters: (size) => (size ? `[${size} letras]` : '[nombre]'),
  email: () => '[correo]',
  mixed: (size) => (size ? `[${size} letras y números]` : '[letras y números]'),
}

export const piecesText = (pieces: Pieces): string => pieces.map(({ is, text }) => PIECES[is](text)).join('')

/** How a family is written: 'socio-…', '….amigo', 'verano[número]'. */
export const labelText = (form: Form, pieces: Pieces): string => {
  const text = piecesText(pieces)
  if (form === 'starts') return `${text}…`
  return form === 'ends' ? `…${text}` : text
}

const KINDS = {
  coupon: { one: 'El cupón', many: 'Los cupones', name: 'código', names: 'códigos' },
  fee: { one: 'El cargo', many: 'Los cargos', name: 'cargo', names: 'cargos' },
} as const

const countedNames = (kind: Rule['kind'], count: number) =>
  counted(count, KINDS[kind].name, KINDS[kind].names)

const MOST_LISTED = 6

/** What a rule matches, in words. */
function matchText({ kind, form, pieces }: Rule): string {
  const { one, many } = KINDS[kind]
  const [first = ''] = pieces.map((some) => `«${piecesText(some)}»`)
  if (form === 'starts') return `${many} que empiezan con ${first}`
  if (form === 'ends') return `${many} que terminan en ${first}`
  if (form === 'whole') return `${many} de la forma ${first}`
  if (pieces.length === 1) return `${one} ${first}`
  const listed = pieces.slice(0, MOST_LISTED).map((some) => `«${piecesText(some)}»`)
  const rest = pieces.length - listed.length
  return `${many} ${listed.join(', ')}${rest > 0 ? ` y ${integer(rest)} más` : ''}`
}

const categoryText = (level: number): string => {
  if (level === 1) return 'la categoría principal'
  return level === 2 ? 'la subcategoría' : `la categoría de nivel ${level}`
}

/** The choices other than those of discounts, as sentences. */
export function choiceTexts({ distributor, roles, business, segment, ignored_categories }: MappingChoices) {
  const { place } = guidedText
  return [
    ...(distributor ? [guidedText.distributorRule(distributor)] : []),
    ...roles.map(({ role, company }) => guidedText.roleRule(role, company)),
    ...(business ? [`${guidedText.business} ${place(business)}`] : []),
    ...(segment ? [`${guidedText.segment} ${place(segment)}`] : []),
    ...(ignored_categories ? [guidedText.ignoredRule(ignored_categories)] : []),
  ]
}

const reportText = (report: NonNullable<Rule['report']> | null): string =>
  report ? `en el reporte ${guidedText.reports[report]}` : 'en ningún reporte de promociones'

/** What an offer is, in words. */
export const offerText = ({ from, form, label, names }: ExampleOffer): string =>
  guidedText.offer[from](labelText(form, label), names.join(', '))

export const guidedText = {
  view: 'Guiado',
  intro:
    'Góndola lee las órdenes del último mes completo, muestra lo que encontró, y vos elegís qué es cada cosa. Las reglas se arman solas y nada se guarda hasta que lo confirmes.',
  start: 'Leer las últimas órdenes',
  again: 'Leer de nuevo',
  reading: 'Leyendo las órdenes de la tienda',
  readingNote: 'Puede tardar un par de minutos; se puede seguir usando Góndola mientras tanto.',
  failed: 'La tienda no contesta. Probá la conexión y leé de nuevo.',
  needsShop: 'Para verlo hace falta una tienda conectada.',
  noOrders: 'La tienda todavía no tiene órdenes.',
  found: (orders: number, month: string, complete: boolean) =>
    complete
      ? `${counted(orders, 'orden', 'órdenes')} de ${monthName(month)}`
      : `Las ${integer(orders)} órdenes más nuevas de ${monthName(month)}`,
  masked: 'Los datos personales no se muestran: donde hay uno dice •••.',

  benefits: 'Cupones y cargos sin grupo',
  benefitsNote:
    'Los que empiezan igual o se escriben de la misma forma van juntos. Lo que no tenga grupo cuenta en OTROS.',
  allGrouped: 'Todos los cupones y cargos tienen grupo.',
  grouped: (count: number) => `Ya tienen grupo (${integer(count)})`,
  group: 'Grupo',
  noGroup: 'Sin grupo',
  today: (group: string, subGroup: string) => `Hoy: ${[group, subGroup].filter(Boolean).join(' · ')}`,
  subGroup: 'Subgrupo',
  subGroupOf: 'Subgrupos',
  together: 'Uno para todos',
  each: 'Uno por código',
  familyFacts: (kind: Rule['kind'], names: number, uses: number, amount: number) =>
    [countedNames(kind, names), counted(uses, 'uso', 'usos'), money(amount)].join(' · '),
  example: (id: number) => `por ejemplo, orden ${id}`,
  names: (kind: Rule['kind'], count: number) => `Ver ${countedNames(kind, count)}`,
  nameFacts: (uses: number, amount: number, order: number) =>
    `${counted(uses, 'uso', 'usos')} · ${money(amount)} · orden ${order}`,
  more: (count: number) => `y ${integer(count)} más, que van con la familia`,
  moreLeftOut: (count: number) => `y ${integer(count)} más, que no van si se elige código por código`,

  report: 'Reporte',
  noReport: 'En ninguno',
  reports: { 'boxes-mix': 'Cajas surtidas', 'buy-x-get-y': 'Compro X llevo Y' },

  offers: 'Tarjetas, billeteras y rebajas',
  offerNotes: {
    voucher: 'Lo que parece una tarjeta de regalo o una carga de billetera: al elegirlo deja de ser venta.',
    payment: 'Lo que parece un pago con ellas: al elegirlo deja de ser un descuento o una diferencia.',
    saving:
      'Lo que una promoción le bajó al precio: al elegirlo la venta bruta es la de antes, y la rebaja un descuento.',
  },
  offer: {
    product_type: (type: string) => `Los productos del tipo ${type}`,
    line_meta: (key: string) => `Los productos cuya línea tiene el campo ${key}`,
    product: (name: string) => `El producto «${name}»`,
    fee_key: (key: string, names: string) => `El cargo «${names}» (${key})`,
    fee: (name: string) => `Los cargos «${name}»`,
    order_meta: (key: string) => `El importe del campo ${key} de la orden`,
    gap: () => 'Lo que le falta al total para ser la suma de sus partes',
    saved_amount: (key: string, names: string) =>
      `El campo ${key} de las líneas${names ? `, con el nombre de la promoción (${names})` : ''}`,
  } satisfies Record<ExampleOffer['from'], (name: string, names: string) => string>,
  offerFacts: ({ orders, amount, order_id, chosen }: ExampleOffer) =>
    [
      counted(orders, 'orden', 'órdenes'),
      money(amount),
      `por ejemplo, orden ${order_id}`,
      ...(chosen ? ['ya está en el mapeo'] : []),
    ].join(' · '),

  distributor: 'Distribuidores',
  distributorNote: 'El campo de la orden que dice quién la entrega.',
  noFields: 'Ningún campo de estas órdenes parece un distribuidor.',
  idField: 'Campo que lo identifica',
  nameField: 'Campo con su nombre',
  asItIs: 'Como está',
  asItIsFields: (id: string, name: string) => `Como está: ${id === name ? id : `${id} y ${name}`}`,
  asItIsNone: 'Como está: ninguna orden tiene distribuidor',
  sameField: 'El mismo campo',
  fieldFacts: (coverage: string, distinct: number) =>
    `en el ${coverage} de las órdenes · ${counted(distinct, 'valor', 'valores')}`,

  roles: 'Empresas',
  rolesNote: 'Qué roles de cliente son de una empresa con convenio, y cómo se llama.',
  noRoles: 'No hay clientes con cuenta.',
  roleIs: (role: string) => `El rol ${role} es`,
  company: 'Una empresa',
  noCompany: 'No es empresa',
  undecided: 'Sin decidir',
  roleLabel: (role: string) => `Nombre de la empresa del rol ${role}`,
  accounts: (count: number) => counted(count, 'cuenta', 'cuentas'),

  places: 'Negocios y segmentos',
  placesNote: 'De dónde sale el negocio de cada producto, y el segmento dentro de él.',
  noPlaces: 'Los productos de estas órdenes no tienen categorías.',
  business: 'El negocio es',
  segment: 'El segmento es',
  place: (place: Place): string => {
    if (place.from === 'category') return categoryText(place.level ?? 1)
    return place.from === 'attribute' ? `el atributo ${place.name}` : `el campo ${place.key}`
  },
  samePlace: 'Negocio y segmento salen del mismo lugar: cada negocio va a tener un solo segmento.',
  placeFacts: (values: readonly string[], distinct: number, products: number, all: number) =>
    `${values.join(', ')}${distinct > values.length ? '…' : ''}; en ${integer(products)} de ${counted(all, 'producto', 'productos')}`,
  ignored: 'Categorías que no son un negocio (ofertas, destacados…)',
  categoryFacts: (name: string, products: number) => `${name} (${integer(products)})`,

  propose: 'Ver qué cambia',
  proposeNote: 'Elegí al menos una cosa para ver qué cambia.',
  proposal: 'Qué cambia',
  rules: 'Reglas',
  rule: (rule: Rule): string =>
    [
      `${matchText(rule)} → ${rule.group} · ${rule.sub_group || 'cada uno su subgrupo'}`,
      ...(rule.report === undefined ? [] : [reportText(rule.report)]),
    ].join(' · '),
  distributorRule: ({ id_key, name_key }: NonNullable<MappingChoices['distributor']>) =>
    id_key === name_key
      ? `El distribuidor de la orden es el campo ${id_key}`
      : `El distribuidor de la orden es el campo ${id_key}, y su nombre el campo ${name_key}`,
  /** `company`: null for none, '' for the words of the role. */
  roleRule: (role: string, company: string | null) => {
    if (company === null) return `El rol ${role} no es de una empresa`
    return `El rol ${role} es de la empresa ${company || inWords([{ is: 'text', text: role }])}`
  },
  ignoredRule: (slugs: readonly string[]) =>
    slugs.length === 0
      ? 'Toda categoría puede ser un negocio'
      : `No son un negocio las categorías ${slugs.join(', ')}`,
  ruleUses: (uses: number) => counted(uses, 'uso', 'usos'),
  also: (names: readonly string[]) => `También alcanza a: ${names.join(', ')}`,
  effect: (orders: number, month: string, complete: boolean) =>
    complete
      ? `Con las ${counted(orders, 'orden', 'órdenes')} de ${monthName(month)}`
      : `Con las ${integer(orders)} órdenes más nuevas de ${monthName(month)}`,
  before: 'Hoy',
  after: 'Con este mapeo',
  groupsTitle: 'Descuentos por grupo',
  columns: {
    group: 'Grupo',
    distributor: 'Distribuidor',
    company: 'Empresa',
    business: 'Negocio',
    segment: 'Negocio · segmento',
    total: 'Importe',
    report: 'Reporte',
  },
  totalsTitle: 'Venta de órdenes completadas',
  totals: {
    gross: 'Venta bruta',
    discount: 'Descuentos',
    net: 'Venta neta',
    paid: 'Pagado con tarjetas y billeteras',
    gap: 'Totales que difieren de sus partes',
  },
  reportsTitle: 'Reportes de promociones',
  movesTitle: 'Qué se mueve',
  move: (from: string, to: string, subGroup: string) => `${from} → ${to} · ${subGroup}`,
  distributorsTitle: 'Venta por distribuidor',
  businessesTitle: 'Venta por negocio',
  segmentsTitle: 'Venta por segmento',
  companiesTitle: 'Venta por empresa',
  companyAccounts: (company: string, accounts: number) =>
    `${company} (${counted(accounts, 'cuenta', 'cuentas')})`,
  same: 'Nada cambia acá.',
  save: 'Guardar este mapeo',
  edit: 'Seguir en Reglas',
} as const
