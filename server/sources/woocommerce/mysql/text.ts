// Spanish messages. They never repeat the address, which contains the password.

export const MYSQL_TEXT = {
  limited:
    'El servidor MySQL, o lo que hay delante de él, corta las respuestas (sql_select_limit): faltarían registros, así que no se leen.',
  badAddress:
    'La dirección de la base no es válida: se espera mysql://usuario:clave@servidor:3306/base?prefix=wp_ (los signos de la clave van como en una URL: @ es %40).',
  denied: (user: string, host: string) =>
    `La base en ${host} no acepta al usuario ${user}: revisá usuario, clave y desde qué máquina puede entrar.`,
  noDatabase: (database: string) => `El usuario no puede leer la base ${database}, o no existe.`,
  noRight: (said: string) =>
    `El usuario no puede leer una tabla de la tienda: necesita SELECT en toda la base. La base dice: «${said}».`,
  unknownHost: (host: string) => `No existe el servidor de la base ${host}.`,
  unreachable: (host: string, code: string) =>
    `No se pudo conectar con la base en ${host}${code ? ` (${code})` : ''}. Si sólo escucha dentro de su servidor, abrí un túnel: docs/operations.md dice cómo.`,
  certificate: (host: string, code: string) =>
    `La conexión con la base en ${host} no se pudo cifrar (${code}). Indique su certificado con NODE_EXTRA_CA_CERTS, use un túnel, o agregue tls=0 a la dirección si la red entre ambas es privada.`,
  cut: (host: string, code: string) =>
    `La base en ${host} cortó la conexión (${code}). Lo leído quedó guardado: repita el comando y sigue desde ahí.`,
  refused: (said: string) => `La base rechaza una consulta: «${said}».`,
  noShop: (database: string, prefix: string | undefined) =>
    prefix === undefined
      ? `En la base ${database} no hay tablas de WooCommerce.`
      : `En la base ${database} no hay tablas de WooCommerce con el prefijo ${prefix}.`,
  severalShops: (prefixes: readonly string[]) =>
    `En la base hay varias tiendas: agregue a la dirección ?prefix= con uno de ${prefixes.join(', ')}.`,
}
