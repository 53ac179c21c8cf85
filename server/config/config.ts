// Parses and validates the environment. Reports all mistakes at once, each by its variable.
import { readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { z } from 'zod'
import { EMAIL_PATTERN } from '#contract/vocabulary.ts'
import { isS3, parseS3 } from '#server/copies/s3-storage.ts'
import { isCertificate } from '#server/sources/woocommerce/trust.ts'
import { defaultMemory, memoryIn } from './memory.ts'
import { misspelled } from './misspelled.ts'

/** A value that never appears in logs or errors. */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  reveal(): string {
    return this.#value
  }

  toString(): string {
    return '[secret]'
  }

  toJSON(): string {
    return '[secret]'
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '[secret]'
  }
}

export type Config = ReturnType<typeof readConfig>

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  constructor(mistakes: readonly string[]) {
    super(
      `La configuración tiene ${mistakes.length === 1 ? 'un error' : `${mistakes.length} errores`}:\n${mistakes.map((mistake) => `  ${mistake}`).join('\n')}`,
    )
  }
}

const isTimeZone = (zone: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

const ENCODED = '; en su contraseña / es %2F, # es %23, @ es %40 y % es %25'

const addressText = (schemes: readonly string[]) =>
  `tiene que ser una dirección ${schemes.map((scheme) => `${scheme}://…`).join(' o ')}`

const urlOf = (schemes: readonly string[]) =>
  z.string().refine((text) => isAddress(text, schemes), addressText(schemes))

/** Of a server that may ask for a password. */
const loginUrlOf = (schemes: readonly string[], accepts = isAddress) =>
  z.string().refine((text) => accepts(text, schemes), `${addressText(schemes)}${ENCODED}`)

function isAddress(text: string, schemes: readonly string[]): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url?.hostname || !schemes.includes(url.protocol.slice(0, -1))) return false
  // The rest of a password, behind a character that ends the host: messages name host and path.
  return !`${url.pathname}${url.hash}`.includes('@')
}

/** Encodes percent signs that begin no code, as in the password '50%'. */
const withEncodedPercents = (text: string): string => text.replace(/%(?![0-9a-f]{2})/gi, '%25')

/** For drivers that stop at what is not percent-encoded UTF-8. */
function isDecodable(text: string, schemes: readonly string[]): boolean {
  try {
    decodeURIComponent(withEncodedPercents(text))
    return isAddress(text, schemes)
  } catch {
    return false
  }
}

const POSTGRES = ['postgres', 'postgresql']

/** Logs and screens show the address of the store. */
function hasNoSecrets(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return !url?.username && !url?.password && !url?.search
}

/** Neither a `.env` nor a service expands `~`, and `docker --env-file` keeps quotes: data would land in a folder of that name. */
const isPlainPath = (folder: string): boolean => !/^[~"']/.test(folder)
const PLAIN_PATH_TEXT =
  'empieza con ~ o con comillas, que acá nadie interpreta: escribir la ruta entera, sin ellas'

/** One for each kind of work. */
const LEAST_CONNECTIONS = 6
const MOST_CONNECTIONS = 1000
const CONNECTIONS_TEXT = `tiene que ser un número de conexiones, de ${LEAST_CONNECTIONS} a ${MOST_CONNECTIONS}`

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

/** An address, or a network with at least one bit. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  if (bits === undefined) return most > 0 || NAMED_NETWORKS.includes(text)
  return more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

const environment = z.object({
  HOST: z
    .string()
    .transform((text) => text.replace(/^\[(.*)\]$/, '$1'))
    .default('127.0.0.1'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'tiene que ser un número de puerto, de 0 a 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, 'tiene que ser un número de puerto, de 0 a 65535')
    .default(4000),
  GONDOLA_DATA_DIR: z.string().refine(isPlainPath, PLAIN_PATH_TEXT).default('./data'),
  GONDOLA_DATABASE_URL: loginUrlOf(POSTGRES, isDecodable).optional(),
  GONDOLA_DATABASE_CONNECTIONS: z
    .string()
    .regex(/^\d{1,4}$/, CONNECTIONS_TEXT)
    .transform(Number)
    .refine((count) => count >= LEAST_CONNECTIONS && count <= MOST_CONNECTIONS, CONNECTIONS_TEXT)
    .optional(),
  GONDOLA_MEMORY: z
    .string()
    .transform((text) => memoryIn(text) ?? Number.NaN)
    .refine((bytes) => !Number.isNaN(bytes), 'tiene que ser una cantidad de 768MiB o más, como 1GiB')
    .optional(),
  GONDOLA_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'tiene que ser una zona horaria IANA, como America/Argentina/Buenos_Aires')
    .default('America/Argentina/Buenos_Aires'),
  GONDOLA_WOOCOMMERCE_URL: urlOf(['https', 'http'])
    .refine(
      hasNoSecrets,
      'tiene que ser la dirección de la tienda sola: las claves van en GONDOLA_WOOCOMMERCE_KEY y GONDOLA_WOOCOMMERCE_SECRET',
    )
    .optional(),
  GONDOLA_WOOCOMMERCE_KEY: z.string().optional(),
  GONDOLA_WOOCOMMERCE_SECRET: z.string().optional(),
  GONDOLA_STORE_CA_FILE: z
    .string()
    .transform((file) => readSecret(file) ?? '')
    .refine(isCertificate, 'tiene que ser un archivo que se pueda leer, con un certificado en formato PEM')
    .optional(),
  GONDOLA_BACKUP_TO: z
    .string()
    .refine(isPlainPath, PLAIN_PATH_TEXT)
    .refine(
      (text) => (isS3(text) ? parseS3(text) !== undefined : !text.includes('://')),
      'tiene que ser una carpeta, o s3://clave:secreto@servidor/cubo',
    )
    .optional(),
  GONDOLA_BACKUP_KEY: z.string().min(32, 'tiene que tener al menos 32 caracteres').optional(),
  GONDOLA_INBOX: z.string().refine(isFolder, 'tiene que ser una carpeta que exista').optional(),
  GONDOLA_MOVE_TO: z
    .string()
    .refine(isPlainPath, PLAIN_PATH_TEXT)
    .refine(
      (text) => !/^postgres(ql)?:/.test(text) || isDecodable(text, POSTGRES),
      `${addressText(POSTGRES)}, o una carpeta${ENCODED}`,
    )
    .optional(),
  GONDOLA_MYSQL_URL: loginUrlOf(['mysql', 'mariadb']).optional(),
  GONDOLA_WOOCOMMERCE_WEBHOOK_SECRET: z.string().optional(),
  GONDOLA_SECRET_KEY: z.string().min(32, 'tiene que tener al menos 32 caracteres').optional(),
  GONDOLA_ADMIN_EMAIL: z
    .email({ pattern: EMAIL_PATTERN, error: 'tiene que ser un correo electrónico' })
    .max(255)
    .optional(),
  GONDOLA_ADMIN_PASSWORD: z
    .string()
    .min(12, 'tiene que tener al menos 12 caracteres')
    .max(255, 'puede tener hasta 255 caracteres')
    .optional(),
  GONDOLA_SMTP_URL: loginUrlOf(['smtp', 'smtps']).optional(),
  HTTPS_PROXY: loginUrlOf(['http', 'https'], isDecodable).transform(withEncodedPercents).optional(),
  HTTP_PROXY: loginUrlOf(['http', 'https'], isDecodable).transform(withEncodedPercents).optional(),
  NO_PROXY: z.string().default(''),
  GONDOLA_METRICS_TOKEN: z.string().min(16, 'tiene que tener al menos 16 caracteres').optional(),
  GONDOLA_DRAIN_SECONDS: z
    .string()
    .regex(/^\d{1,3}$/, 'tiene que ser un número de segundos, de 0 a 300')
    .transform(Number)
    .refine((seconds) => seconds <= 300, 'tiene que ser un número de segundos, de 0 a 300')
    .default(0),
  GONDOLA_PUBLIC_URL: urlOf(['https', 'http'])
    .refine(
      (text) => URL.canParse(text) && new URL(text).href === `${new URL(text).origin}/`,
      'tiene que ser una dirección sin carpeta ni nada más, como https://ventas.example.com: Góndola necesita un nombre propio',
    )
    .optional(),
  GONDOLA_TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
    .refine(
      (proxies) => proxies.every(isNetwork),
      'tiene que tener direcciones IP o redes separadas por comas, como 10.0.0.5, 172.16.0.0/12; un nombre no alcanza',
    ),
  // One line per request suits log collectors; in a terminal, warnings are enough.
  GONDOLA_LOG_LEVEL: z
    .enum(LOG_LEVELS, `tiene que ser uno de ${LOG_LEVELS.join(', ')}`)
    .default(process.stderr.isTTY ? 'warn' : 'info'),
})

/** Each of them may come from a file, as containers mount secrets: the variable with _FILE names it. */
const SECRETS = [
  'GONDOLA_DATABASE_URL',
  'GONDOLA_WOOCOMMERCE_KEY',
  'GONDOLA_WOOCOMMERCE_SECRET',
  'GONDOLA_WOOCOMMERCE_WEBHOOK_SECRET',
  'GONDOLA_MYSQL_URL',
  'GONDOLA_SECRET_KEY',
  'GONDOLA_ADMIN_PASSWORD',
  'GONDOLA_SMTP_URL',
  'GONDOLA_METRICS_TOKEN',
  'GONDOLA_BACKUP_TO',
  'GONDOLA_MOVE_TO',
  'GONDOLA_BACKUP_KEY',
] as const

/** Data that is encrypted with such a key needs it as it was. */
const UNTRIMMED: ReadonlySet<string> = new Set(['GONDOLA_SECRET_KEY', 'GONDOLA_BACKUP_KEY'])

/**
 * Replaces the variables that name secret files by the contents. Variables whose file cannot be read stay, each with its mistake.
 */
export function withSecretFiles(variables: Readonly<Record<string, string | undefined>>) {
  // An empty variable counts as not set. Secrets of Kubernetes often end in a line break.
  const given = Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) =>
      value?.trim() ? [[name, UNTRIMMED.has(name) ? value : value.trim()]] : [],
    ),
  )
  const mistakes: string[] = []
  for (const name of SECRETS) {
    const { [`${name}_FILE`]: file, [name]: value } = given
    if (file === undefined) continue
    const text = readSecret(file)
    if (value !== undefined) mistakes.push(`${name} y ${name}_FILE: va una sola de las dos`)
    else if (!text) mistakes.push(`${name}_FILE tiene que ser un archivo con texto que se pueda leer`)
    else {
      given[name] = text
      delete given[`${name}_FILE`]
    }
  }
  return { given, mistakes }
}

function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return undefined
  }
}

/** Other programs read these variables in small letters. */
const proxiesIn = ({ https_proxy, http_proxy, no_proxy }: Readonly<Record<string, string | undefined>>) => ({
  ...(https_proxy !== undefined && { HTTPS_PROXY: https_proxy }),
  ...(http_proxy !== undefined && { HTTP_PROXY: http_proxy }),
  ...(no_proxy !== undefined && { NO_PROXY: no_proxy }),
})

/** Variables that are set together or not at all. */
const GROUPS = [
  ['GONDOLA_WOOCOMMERCE_URL', 'GONDOLA_WOOCOMMERCE_KEY', 'GONDOLA_WOOCOMMERCE_SECRET'],
  ['GONDOLA_ADMIN_EMAIL', 'GONDOLA_ADMIN_PASSWORD'],
] as const

const secret = (value: string | undefined) => (value === undefined ? undefined : new Secret(value))

/** Throws a ConfigError. Its message contains no values, since any of them may be a secret. */
export function readConfig(variables: Readonly<Record<string, string | undefined>>) {
  const { given, mistakes } = withSecretFiles(variables)
  const result = environment.safeParse({ ...proxiesIn(given), ...given })
  for (const [name, meant] of misspelled(Object.keys(given), Object.keys(environment.shape), SECRETS))
    mistakes.push(`${name} no existe: ¿es ${meant}?`)
  mistakes.push(...(result.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`))
  for (const names of GROUPS) {
    const missing = names.filter((name) => given[name] === undefined)
    if (missing.length > 0 && missing.length < names.length) {
      mistakes.push(
        `${missing.join(', ')} ${missing.length === 1 ? 'falta: va' : 'faltan: van'} junto con ${names.filter((name) => !missing.includes(name)).join(', ')}`,
      )
    }
  }
  if (!result.success || mistakes.length > 0) throw new ConfigError(mistakes)

  const env = result.data
  const { GONDOLA_WOOCOMMERCE_URL: url, GONDOLA_WOOCOMMERCE_KEY: key, GONDOLA_WOOCOMMERCE_SECRET: pass } = env
  const { GONDOLA_ADMIN_EMAIL: email, GONDOLA_ADMIN_PASSWORD: password } = env
  return {
    host: env.HOST,
    port: env.PORT,
    dataDir: env.GONDOLA_DATA_DIR,
    /** PostgreSQL; if undefined, the embedded DuckDB file in the data folder. */
    databaseUrl: secret(env.GONDOLA_DATABASE_URL),
    /** Most connections to PostgreSQL; by default, as many as the store finds useful. */
    databaseConnections: env.GONDOLA_DATABASE_CONNECTIONS,
    /** A folder whose files are imported. */
    inbox: env.GONDOLA_INBOX,
    timeZone: env.GONDOLA_TIME_ZONE,
    /** Bytes that the server may take. */
    memory: env.GONDOLA_MEMORY ?? defaultMemory(),
    wooCommerce: url && key && pass ? { url, key: new Secret(key), secret: new Secret(pass) } : undefined,
    /** A folder or S3-compatible storage, with its keys; if undefined, `backups` in the data folder. */
    backupTo: secret(env.GONDOLA_BACKUP_TO),
    /** Encrypts backups. */
    backupKey: secret(env.GONDOLA_BACKUP_KEY),
    /** Target of `database move`. */
    moveTo: secret(env.GONDOLA_MOVE_TO),
    /** The shop's own database, for `import woocommerce --mysql`. */
    mysqlUrl: secret(env.GONDOLA_MYSQL_URL),
    /** Certificates (PEM) to trust besides the usual authorities. */
    storeCertificate: env.GONDOLA_STORE_CA_FILE,
    /** Verifies webhooks that were created by hand in the shop. */
    webhookSecret: secret(env.GONDOLA_WOOCOMMERCE_WEBHOOK_SECRET),
    /** Encrypts the shop's keys in the database; if undefined, a key file in the data folder does. */
    secretKey: secret(env.GONDOLA_SECRET_KEY),
    admin: email && password ? { email, password: new Secret(password) } : undefined,
    smtpUrl: secret(env.GONDOLA_SMTP_URL),
    /** How other servers are reached; addresses may hold a password. */
    proxy: { https: secret(env.HTTPS_PROXY), http: secret(env.HTTP_PROXY), exempt: env.NO_PROXY },
    /** Opens `/metrics` to callers that send it. */
    metricsToken: secret(env.GONDOLA_METRICS_TOKEN),
    /** How long readiness fails before connections close when the server stops. */
    drainSeconds: env.GONDOLA_DRAIN_SECONDS,
    /** The address people open, without a trailing slash. */
    publicUrl: (env.GONDOLA_PUBLIC_URL ?? `http://${addressHost(env.HOST)}:${env.PORT}`).replace(/\/+$/, ''),
    /** Addresses of proxies whose X-Forwarded-For is trusted. */
    trustedProxies: env.GONDOLA_TRUSTED_PROXIES,
    logLevel: env.GONDOLA_LOG_LEVEL,
  }
}

/** The host as part of a URL: loopback for hosts that mean every interface, brackets around IPv6. */
export function addressHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
