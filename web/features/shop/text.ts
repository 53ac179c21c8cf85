import type { MappingPart } from '#contract/shop-states.ts'
import { counted, integer } from '#web/text/format.ts'

export const text = {
  title: 'Tienda',
  notConnected: 'Todavía no hay una tienda conectada. Hace falta su dirección y una clave de WooCommerce.',
  howTo: 'En WooCommerce: Ajustes → Avanzado → REST API → Añadir clave.',
  howToRead:
    'Con permiso de lectura alcanza; con lectura y escritura Góndola crea además los webhooks, y los cambios llegan en segundos.',
  connected: 'Conectada',
  disconnected: 'Sin conectar',
  unreadable:
    'Hay claves guardadas, pero cifradas con otra clave secreta (GONDOLA_SECRET_KEY o el archivo secret.key). Escribilas de nuevo.',
  environment:
    'La dirección y las claves vienen del entorno del servidor (GONDOLA_WOOCOMMERCE_*), que gana sobre lo guardado: se cambian allí.',
  severalServers:
    'Las claves se cifran con un archivo de este servidor. Si varios servidores comparten la base, todos necesitan la misma GONDOLA_SECRET_KEY.',
  url: 'Dirección de la tienda',
  urlHint: 'Como se abre en el navegador, con la carpeta si la tiene',
  key: 'Clave del cliente',
  secret: 'Clave secreta del cliente',
  keep: (end: string | null) => (end ? `Guardada, termina en ${end}; vacía, queda la misma` : undefined),
  certificate: 'Certificado propio',
  certificateHint:
    'Opcional: si el de la tienda no lo firmó una autoridad conocida, pegá acá su contenido (formato PEM)',
  certificateKept: 'Guardado; vacío, queda el mismo',
  test: 'Probar conexión',
  testing: 'Se prueba la conexión…',
  differences: '¿Por qué las ventas no coinciden con las de WooCommerce?',
  save: 'Guardar',
  saved: 'La tienda quedó conectada; las claves se guardan cifradas.',
  remove: 'Desconectar',
  removeSure:
    '¿Desconectar la tienda? Se olvidan sus claves y deja de actualizarse; los datos que ya están quedan.',
  removed: 'La tienda quedó desconectada; los datos que ya están quedan.',
  cancel: 'Cancelar',
  checks: 'Resultado de la prueba',
  works: 'La conexión funciona.',
  fails: 'La conexión no funciona todavía.',
  required: {
    url: 'La dirección es requerida',
    key: 'La clave es requerida',
    secret: 'La clave secreta es requerida',
  },
  wrong: {
    url: 'Debe ser una dirección como https://tienda.ejemplo.com.ar',
    key: 'Empieza con ck_, como la muestra WooCommerce',
    secret: 'Empieza con cs_, como la muestra WooCommerce',
  },
} as const

export const importText = {
  title: 'Importación',
  note: 'Productos, clientes, cupones, órdenes y reembolsos, desde el primero',
  connectFirst: 'Primero hay que conectar la tienda.',
  demo: 'Los datos de demostración se quitan al empezar, y sus usuarios dejan de entrar.',
  ownAdmin:
    'Antes creá tu propia cuenta superAdmin: las de demostración dejan de entrar cuando llega la tienda.',
  toUsers: 'Ir a Usuarios',
  first: 'Importar la tienda',
  again: 'Importar todo de nuevo',
  againNote: 'No duplica nada. Lo que cambia día a día llega solo; esto sirve después de cambiar el mapeo.',
  whole: 'La tienda está importada entera.',
  missing: 'La tienda todavía no se importó entera.',
  running: 'Se puede seguir usando Góndola mientras tanto; si se corta, sigue desde donde quedó.',
  progress: 'Avance de la importación',
  webhooks: 'Los webhooks de la tienda se ven y se activan en Crones.',
  toCrons: 'Ir a Crones',
} as const

export const mappingText = {
  meanwhile: 'Tu borrador sigue acá. Guardar de nuevo reemplaza lo que guardó la otra persona.',
  changed: (part: string) => `Cambió «${part}».`,
  title: 'Mapeo',
  note: 'Cómo anota la tienda sus distribuidores, empresas y beneficios',
  fromFile: 'El archivo mapping.json de la carpeta de datos gana sobre lo guardado: se cambia allí.',
  views: 'Vista del mapeo',
  rules: 'Reglas',
  json: 'JSON',
  discounts: 'Beneficios',
  discountsNote:
    'Se prueban en orden con el código del cupón o el nombre del cargo; decide la primera que coincide. Lo que ninguna conoce queda en OTROS. En subgrupo y promoción, $1 repite lo que atrapó el paréntesis, $& todo, $_ el nombre entero.',
  rule: (place: number) => `Regla ${place}`,
  kind: 'De',
  kinds: { both: 'Cupón o cargo', coupon: 'Cupón', fee: 'Cargo' },
  pattern: 'Patrón',
  meta: (key: string, pattern: string) => `y ${key} coincide con ${pattern}`,
  group: 'Grupo',
  subGroup: 'Subgrupo',
  promo: 'Promoción',
  up: (place: number) => `Subir la regla ${place}`,
  down: (place: number) => `Bajar la regla ${place}`,
  drop: (place: number) => `Quitar la regla ${place}`,
  add: 'Agregar regla',
  companies: 'Empresas',
  companiesNote: 'Los roles de cliente que son empresas. Sin etiqueta se usan las palabras del rol.',
  role: 'Rol',
  label: 'Etiqueta',
  noCompany: 'no es empresa',
  dropCompany: (place: number) => `Quitar la empresa ${place}`,
  addCompany: 'Agregar empresa',
  rest: 'Distribuidores, negocios, pagos y demás se cambian en la vista JSON.',
  jsonLabel: 'Mapeo en JSON',
  notJson: 'No es JSON: revisá comillas, comas y llaves.',
  preview: 'Probar con las últimas órdenes',
  previewNeedsShop: 'Para probarlo hace falta una tienda conectada.',
  save: 'Guardar mapeo',
  reset: 'Volver al de fábrica',
  caught: (count: number) => (count === 1 ? 'atrapa 1' : `atrapa ${integer(count)}`),
  mistakes: 'El mapeo tiene errores:',
  saved: 'El mapeo quedó guardado.',
  sorted: (discounts: number, customers: number, months: number) =>
    discounts + customers === 0
      ? 'Nada de lo guardado cambia de lugar.'
      : `Cambiaron de lugar ${counted(discounts, 'descuento', 'descuentos')} y ${counted(customers, 'cliente', 'clientes')}; se rehacen ${counted(months, 'mes', 'meses')}.`,
  needsImport: (parts: string) =>
    `Para lo que ya estaba, ${parts} sólo se conocen leyendo la tienda otra vez: hace falta «Importar todo de nuevo».`,
  parts: {
    distributor: 'los distribuidores',
    business: 'negocios y segmentos',
    customers: 'los datos de clientes',
    discounts: 'los beneficios con campos propios',
    orders: 'los números de factura',
  } satisfies Record<MappingPart, string>,
} as const

export const previewText = {
  title: (orders: number) =>
    orders === 1 ? 'La última orden con este mapeo' : `Las últimas ${integer(orders)} órdenes con este mapeo`,
  none: 'La tienda todavía no tiene órdenes.',
  discounts: 'Beneficios',
  name: 'Cupón o cargo',
  times: 'Veces',
  rule: 'Regla',
  unmatched: 'ninguna',
  place: 'Queda en',
  distributors: 'Distribuidores',
  without: (count: number) => `${integer(count)} sin distribuidor`,
  companies: 'Empresas',
  unknownRoles: (roles: string) => `Roles que no son empresa ni conocidos: ${roles}`,
  businesses: 'Negocio y segmento',
  noDiscounts: 'Estas órdenes no tienen beneficios.',
  noCompanies: 'Ningún comprador es de una empresa.',
  noDistributors: 'Ninguna orden tiene distribuidor.',
  noBusinesses: 'Ningún producto tiene negocio.',
} as const
