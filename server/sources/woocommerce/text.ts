const KEYS = 'GONDOLA_WOOCOMMERCE_KEY y GONDOLA_WOOCOMMERCE_SECRET'

export const TEXT = {
  badAddress: (url: string) =>
    `La dirección de la tienda no es válida: ${url}. Se espera algo como https://tienda.ejemplo.com.ar (GONDOLA_WOOCOMMERCE_URL).`,
  plainHttp: (host: string) =>
    `La tienda ${host} se pide por http, sin cifrar. Usá https: por http sólo se lee una tienda de esta misma máquina.`,
  unauthorized: `La tienda no acepta las claves: revisá ${KEYS}, con permiso de lectura.`,
  forbidden:
    'La tienda niega el acceso (403): puede ser el permiso de las claves o un cortafuegos delante de la tienda.',
  notFound: (path: string) =>
    `En esa dirección no responde la API de WooCommerce (404 en ${path}). Revisá GONDOLA_WOOCOMMERCE_URL, que WooCommerce esté activo y que los enlaces permanentes no sean «Simple».`,
  refused: (status: number, path: string) => `La tienda rechaza el pedido ${path} (${status}).`,
  redirect: (target: string) =>
    `La tienda redirige a ${target || 'otra dirección'}: usá la que queda en GONDOLA_WOOCOMMERCE_URL.`,
  html: (path: string) =>
    `En lugar de datos llegó una página web (${path}): un proxy, un cortafuegos o el modo de mantenimiento contesta en lugar de WooCommerce.`,
  notWooCommerce: (path: string) =>
    `La dirección contesta, pero no como WooCommerce (${path}). Revisá GONDOLA_WOOCOMMERCE_URL.`,
  cut: (path: string) => `La respuesta de la tienda llegó cortada (${path}).`,
  tooLong: (path: string, mebibytes: number) =>
    `La respuesta de la tienda pasa de ${mebibytes} MiB (${path}): no parece de WooCommerce, y no se lee entera.`,
  timeout: (path: string, seconds: number) => `La tienda no contestó en ${seconds} segundos (${path}).`,
  unknownHost: (host: string) => `No existe el servidor ${host}: revisá GONDOLA_WOOCOMMERCE_URL.`,
  unreachable: (host: string, code: string) =>
    `No se pudo conectar con ${host}${code ? ` (${code})` : ''}: la tienda no responde o no hay red.`,
  certificate: (host: string, code: string) =>
    `El certificado de ${host} no es de confianza (${code}). Si es propio, indicalo con NODE_EXTRA_CA_CERTS.`,
  busy: (status: number, path: string) =>
    `La tienda sigue con errores (${status} en ${path}) después de varios intentos. Lo leído quedó guardado: repetí el comando más tarde y sigue desde ahí.`,
  unstable: (path: string) => `La tienda no lista en orden (${path}): no se puede leer completa sin riesgo.`,
}

export const FILES_TEXT = {
  noFolder: (directory: string) => `No se puede leer la carpeta ${directory}.`,
  noOrders: (directory: string) =>
    `En ${directory} no hay orders_full.jsonl ni orders_full.jsonl.gz: se esperan los registros como los lista la API, uno por línea.`,
  unreadable: (file: string, reason: string) =>
    `El archivo ${file} está dañado o incompleto (${reason}). Lo leído hasta ahí quedó guardado.`,
}
