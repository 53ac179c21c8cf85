const KEYS = {
  environment: 'GONDOLA_WOOCOMMERCE_KEY y GONDOLA_WOOCOMMERCE_SECRET',
  stored: 'la clave y el secreto guardados en Configuración → Conectar tienda',
}

export const OWN_CERTIFICATE =
  'Si su certificado es propio, pegalo en Configuración → Conectar tienda → Certificado propio, o indicá su archivo en GONDOLA_STORE_CA_FILE (también en .env).'

const INCOMPLETE_CHAIN =
  'Falta un certificado de la cadena. Si lo firmó una autoridad conocida, el servidor de la tienda tiene que mandar la cadena completa (fullchain), como pide quien lo firmó. Si la autoridad es propia, en Certificado propio o GONDOLA_STORE_CA_FILE va la raíz, que se firma a sí misma: con una intermedia no alcanza.'

/** How to solve a refused certificate; the same text for terminal, crons and the connection test. */
export function certificateAdvice(code: string): string {
  if (/ALTNAME/.test(code)) return 'Es de otro nombre: usá la dirección que el certificado nombra.'
  if (/EXPIRED|NOT_YET/.test(code)) return 'No está vigente: hay que renovarlo en la tienda.'
  // Something answered for whom an authority is missing between it and the trusted ones.
  if (/UNABLE_TO_GET_ISSUER|UNABLE_TO_VERIFY_LEAF/.test(code)) return INCOMPLETE_CHAIN
  return OWN_CERTIFICATE
}

export const TEXT = {
  badAddress: (url: string) =>
    `La dirección de la tienda no es válida: ${url}. Se espera algo como https://tienda.ejemplo.com.ar.`,
  plainHttp: (host: string) =>
    `La tienda ${host} se pide por http, sin cifrar. Usá https: por http sólo se lee una tienda de esta misma máquina.`,
  unauthorized: (keysFrom: keyof typeof KEYS = 'environment') =>
    `La tienda no acepta las claves: revisá ${KEYS[keysFrom]}, con permiso de lectura.`,
  signature:
    'La tienda no acepta la firma de los pedidos por http: el secreto no es el de la clave, la tienda se conoce por otra dirección (WordPress → Ajustes → Generales) o los relojes difieren. Por https no hay firma.',
  forbidden:
    'La tienda niega el acceso (403): puede ser el permiso de las claves o un cortafuegos delante de la tienda.',
  notFound: (path: string) =>
    `En esa dirección no responde la API de WooCommerce (404 en ${path}). Revisá la dirección de la tienda, que WooCommerce esté activo y que los enlaces permanentes no sean «Simple».`,
  refused: (status: number, path: string) => `La tienda rechaza el pedido ${path} (${status}).`,
  redirect: (target: string) =>
    `La tienda redirige a ${target || 'otra dirección'}: usá esa como dirección de la tienda.`,
  html: (path: string) =>
    `En lugar de datos llegó una página web (${path}): un proxy, un cortafuegos o el modo de mantenimiento contesta en lugar de WooCommerce.`,
  noStore:
    'En la dirección de la tienda no contesta WooCommerce. Probá la conexión en Configuración → Conectar tienda; la causa queda en el registro del servidor.',
  notWooCommerce: (path: string) =>
    `La dirección contesta, pero no como WooCommerce (${path}). Revisá la dirección de la tienda.`,
  phpNotice:
    'El servidor de la tienda antepone avisos de PHP a los datos y así no se leen: hay que apagar display_errors (en WordPress, WP_DEBUG_DISPLAY en false) o corregir el plugin que los causa.',
  cut: (path: string) => `La respuesta de la tienda llegó cortada (${path}).`,
  tooLong: (path: string, mebibytes: number) =>
    `La respuesta de la tienda pasa de ${mebibytes} MiB (${path}): no parece de WooCommerce, y no se lee entera.`,
  timeout: (path: string, seconds: number) => `La tienda no contestó en ${seconds} segundos (${path}).`,
  unknownHost: (host: string) => `No existe el servidor ${host}: revisá la dirección de la tienda.`,
  unreachable: (host: string, code: string) =>
    `No se pudo conectar con ${host}${code ? ` (${code})` : ''}: la tienda no responde o no hay red.`,
  throughProxy: (host: string, proxy: string, code: string) =>
    `No se pudo llegar a ${host} por el proxy ${proxy}${code ? ` (${code})` : ''}: revisar HTTPS_PROXY, que el proxy deje pasar esa dirección, o nombrarla en NO_PROXY si se llega sin él.`,
  certificate: (host: string, code: string) =>
    `El certificado de ${host} no es de confianza (${code}). ${certificateAdvice(code)}`,
  busy: (status: number, path: string) =>
    `La tienda sigue con errores (${status} en ${path}) después de varios intentos. Lo leído quedó guardado: el próximo intento sigue desde ahí.`,
  notListing: (path: string) =>
    `La respuesta a ${path} no es una lista de WooCommerce: le falta la cabecera X-WP-Total. Algo entre Góndola y la tienda (un proxy, un cortafuegos o un complemento) contesta por ella o le quita las cabeceras.`,
  repeated: (path: string) =>
    `Al pedir la página siguiente (${path}) llega otra vez la misma: algo entre Góndola y la tienda (un proxy o una caché) ignora «offset». Hay que dejar pasar la dirección completa de /wp-json/wc/v3.`,
  undated: (path: string) =>
    `La tienda lista todos los registros de ${path} cuando se piden sólo los que cambiaron: ignora «modified_after», que WooCommerce atiende desde la versión 5.8, o algo delante de ella lo quita. Hay que actualizarla o dejar pasar la dirección completa.`,
  cached:
    'algunas respuestas salen de una caché y no de la tienda, o el reloj de la tienda atrasa: los cambios pueden llegar tarde o no llegar. Hay que excluir /wp-json de la caché',
  short: (path: string, listed: number, total: number) =>
    `la tienda dice tener ${total.toLocaleString('es-AR')} registros en ${path} y entregó ${listed.toLocaleString('es-AR')}`,
  nameless: (path: string) =>
    `la tienda falla al mostrar algún registro de ${path} y no dice cuál: suele ser un complemento. Los demás se leyeron, y ése se vuelve a pedir`,
  unlisted: (count: number) =>
    count === 1
      ? 'un registro no sale en las listas de la tienda, pero existe en su dirección: se conserva'
      : `${count.toLocaleString('es-AR')} registros no salen en las listas de la tienda, pero existen en su dirección: se conservan`,
  denied: (count: number) =>
    count === 1
      ? 'un registro no sale en las listas y la tienda lo niega en su dirección (403): se conserva y se vuelve a pedir'
      : `${count.toLocaleString('es-AR')} registros no salen en las listas y la tienda los niega en su dirección (403): se conservan y se vuelven a pedir`,
  unstable: (path: string) => `La tienda no lista en orden (${path}): no se puede leer completa sin riesgo.`,
}

const quoted = (text: string): string => `«${text.slice(0, 40)}»`

/** Why a record is rejected; most follow the path of a field: 'line_items.0.total no es un importe: «x»'. */
export const RECORD_TEXT = {
  missing: 'falta',
  empty: 'está vacío',
  otherKind: 'no tiene la forma esperada',
  notAmount: (text: string) => `no es un importe: ${quoted(text)}`,
  notWhole: (text: string) => `no es un número entero: ${quoted(text)}`,
  notUnits: (text: string) => `no es una cantidad: ${quoted(text)}`,
  unanswered: 'la tienda falla al mostrarlo; se vuelve a pedir en la próxima conciliación',
  after: (id: number) => (id > 0 ? `el siguiente a ${id}` : 'el primero'),
  notId: 'no es un número entero mayor que 0',
  noDate: 'date_created falta o no es una fecha',
  tooLarge: 'la suma de sus importes o unidades es demasiado grande para guardarla',
  noLines: (id: number, total: string) => `orden ${id}: total ${total} y ningún producto`,
  otherTotal: (id: number, total: string, sum: string) =>
    `orden ${id}: total ${total}, sus partes suman ${sum}`,
  noUnits: (order: number, line: number) => `orden ${order}, línea ${line}`,
  noId: 'id falta',
  notJson: 'no es JSON',
}

export const FILES_TEXT = {
  noFolder: (directory: string) =>
    `No se puede leer la carpeta ${directory}: no existe, o falta permiso para leerla.`,
  noOrders: (directory: string) =>
    `En ${directory} no hay orders_full.jsonl ni orders_full.jsonl.gz: se esperan los registros como los lista la API, uno por línea.`,
  unreadable: (file: string, reason: string) =>
    `El archivo ${file} está dañado o incompleto (${reason}). Lo leído hasta ahí quedó guardado.`,
}
