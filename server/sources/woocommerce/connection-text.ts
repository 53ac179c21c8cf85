import { certificateAdvice, OWN_CERTIFICATE, TEXT as SHOP_TEXT } from './text.ts'

const whole = (count: number): string => count.toLocaleString('es-AR')

export const CONNECTION_TEXT = {
  badAddress: 'La dirección no sirve. Se espera la de la tienda, como https://tienda.ejemplo.com.ar.',
  plainHttp: 'La dirección tiene que empezar con https: por http las claves viajarían sin cifrar.',
  address: (host: string) => `La tienda contesta en ${host}.`,
  unknownHost: (host: string) => `No existe el servidor ${host}. Revisá la dirección.`,
  refusedConnection: (host: string) =>
    `En ${host} no hay nadie que conteste. Revisá la dirección y el puerto.`,
  silent: (host: string) =>
    `${host} no contestó a tiempo: la tienda está caída, muy cargada, o un cortafuegos no deja pasar.`,
  certificate: (host: string, code: string) =>
    `El certificado de ${host} no es de confianza (${code}). ${certificateAdvice(code)}`,
  unreachable: (host: string, code: string) => `No se pudo conectar con ${host}${code ? ` (${code})` : ''}.`,
  redirect: (target: string) =>
    target === ''
      ? 'Esa dirección lleva a otra: abrila en el navegador y usá la que queda.'
      : `Esa dirección lleva a otra: ${target}. Usá esa.`,
  noStore: (host: string) =>
    `En ${host} no contesta una tienda de WooCommerce. Revisá la dirección y el puerto, y que la tienda esté en marcha. ${OWN_CERTIFICATE}`,

  api: 'La API de WooCommerce contesta.',
  page: 'En lugar de datos llegó una página web: un proxy, un cortafuegos o el modo de mantenimiento contesta en lugar de WooCommerce.',
  noPermalinks:
    'WordPress tiene los enlaces permanentes en «Simple», y así la API no se encuentra. Elegí otros en Ajustes → Enlaces permanentes.',
  noWooCommerce: 'Hay un WordPress, pero WooCommerce no está activo.',
  noApi:
    'En esa dirección no hay una tienda de WooCommerce. Si está en una carpeta, la dirección la lleva: https://ejemplo.com.ar/tienda.',
  busy: (status: number) => `La tienda contesta con un error (${status}). Probá de nuevo en un rato.`,

  phpNotice: SHOP_TEXT.phpNotice,

  key: 'La tienda reconoce las claves.',
  keyInQuery:
    'La tienda reconoce las claves, pero su servidor descarta el encabezado Authorization: van en la dirección de cada pedido, cifrada por https, y pueden quedar en el registro de ese servidor. Conviene que lo deje pasar.',
  unknownKey: 'La tienda no reconoce la clave: revisá que esté completa y que no la hayan revocado.',
  signature: SHOP_TEXT.signature,
  wrongSecret: 'La clave existe, pero el secreto no es el suyo.',
  writeOnly: 'La clave es sólo de escritura: hace falta permiso de lectura.',
  blocked: 'La tienda niega el acceso: un plugin de seguridad o un cortafuegos no deja usar la API.',
  refused: (status: number) => `La tienda rechaza el pedido (${status}).`,

  orders: (count: number) => `Se pueden leer las órdenes: hay ${whole(count)}.`,
  noOrders:
    'La clave es de un usuario que no puede ver órdenes: hacela con un administrador o gestor de la tienda.',
  customers: 'Se pueden leer los clientes.',
  noCustomers:
    'La clave es de un usuario que no puede ver clientes: hacela con un administrador o gestor de la tienda.',

  version: (version: string) => `WooCommerce ${version}.`,
  unknownVersion: 'La tienda no dice su versión de WooCommerce; hace falta 5.8 o una más nueva.',
  oldVersion: (version: string) =>
    `WooCommerce ${version} es demasiado viejo: hace falta 5.8 o una más nueva.`,
  slowRefunds: (version: string) =>
    `WooCommerce ${version} no lista los reembolsos juntos (desde 9.0): se piden orden por orden, y la primera importación tarda más.`,

  canWrite: 'La clave puede crear los webhooks: los cambios llegan en segundos.',
  readOnly:
    'La clave es sólo de lectura: alcanza para todo, salvo crear los webhooks. Sin ellos los cambios llegan con la consulta periódica.',
  cannotWrite:
    'La clave es sólo de lectura y no puede crear webhooks: hace falta una de lectura y escritura, o crearlos a mano en la tienda.',
  noWebhooks:
    'La clave no puede ver los webhooks de la tienda: hacela con un administrador, o crealos a mano en la tienda.',
  legacyReports:
    'Para comparar con la tienda usá WooCommerce → Analytics: los Informes viejos dan cero donde las órdenes están en tablas propias (HPOS).',
}
