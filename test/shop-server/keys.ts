// Authenticates requests as WooCommerce does: Basic only over https, OAuth 1.0a over plain http. Independent of the
// product's signing code.
import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export const KEY = 'ck_0123456789abcdef0123456789abcdef01234567'
export const SECRET = 'cs_89abcdef0123456789abcdef0123456789abcdef'

/** Name of the recorded 401; undefined if the request may read. */
export function refusalOf(
  request: IncomingMessage,
  url: URL,
  nonces: Set<string>,
  dropsHeader = false,
): string | undefined {
  const header = dropsHeader ? '' : (request.headers.authorization ?? '')
  const [key, secret] = [url.searchParams.get('consumer_key'), url.searchParams.get('consumer_secret')]
  if (url.protocol === 'https:' && header === '' && key !== null) {
    if (key !== KEY) return 'errors/401_unknown_key'
    return secret === SECRET ? undefined : 'errors/401_wrong_secret'
  }
  if (header.startsWith('Basic ')) {
    if (url.protocol === 'http:') return 'errors/401_basic_over_plain_http'
    const [given, password] = Buffer.from(header.slice('Basic '.length), 'base64').toString().split(':')
    if (given !== KEY) return 'errors/401_unknown_key'
    return password === SECRET ? undefined : 'errors/401_wrong_secret'
  }
  if (!header.startsWith('OAuth ')) return 'errors/401_no_auth'
  const oauth = Object.fromEntries(
    [...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [
      name,
      decodeURIComponent(value ?? ''),
    ]),
  )
  if (oauth.oauth_consumer_key !== KEY) return 'errors/401_unknown_key'
  const age = Math.abs(Date.now() / 1000 - Number(oauth.oauth_timestamp))
  if (!(age < 15 * 60) || nonces.has(String(oauth.oauth_nonce))) return 'errors/401_wrong_secret'
  nonces.add(String(oauth.oauth_nonce))
  const { oauth_signature, ...signed } = oauth
  const parameters = { ...Object.fromEntries(url.searchParams), ...signed }
  const query = Object.keys(parameters)
    .sort()
    .map((name) =>
      `${php(name)}%3D${php(parameters[name as keyof typeof parameters] ?? '')}`.replace(/%(?!3D)/g, '%25'),
    )
    .join('%26')
  const base = `${request.method}&${php(url.origin + url.pathname)}&${query}`
  const expected = createHmac('sha256', `${SECRET}&`).update(base).digest('base64')
  return expected === oauth_signature ? undefined : INVALID_SIGNATURE
}

/** WordPress takes WooCommerce's keys for an application's password, once it has any, and refuses them where no keys are needed. */
export const refusalAtIndex = (
  { headers }: IncomingMessage,
  { applicationPasswords = false }: { applicationPasswords?: boolean },
): string | undefined =>
  applicationPasswords && headers.authorization?.startsWith('Basic ') ? UNKNOWN_USER : undefined

const UNKNOWN_USER = JSON.stringify({
  code: 'invalid_username',
  message: 'Error: Unknown username. Check again or try your email address.',
  data: { status: 401 },
})

/** WooCommerce's answers over plain http; the recordings were made over https. */
const INVALID_SIGNATURE = JSON.stringify({
  code: 'woocommerce_rest_authentication_error',
  message: 'Invalid signature - provided signature does not match.',
  data: { status: 401 },
})

/** As translated by WooCommerce's language packs for Spain and Argentina. */
const SPANISH = {
  'Consumer secret is invalid.': 'La clave secreta de cliente no es válida',
  'The API key provided does not have write permissions.':
    'La clave de la API proporcionada no tiene permisos de escritura.',
  'Sorry, you cannot list resources.': 'Lo siento, no puedes listar recursos.',
}

export const inSpanish = (body: string): string =>
  Object.entries(SPANISH).reduce((text, [english, spanish]) => text.replace(english, spanish), body)

/** rawurlencode. */
const php = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) => {
      const sign = String.fromCharCode(byte)
      return /[A-Za-z0-9._~-]/.test(sign) ? sign : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')
