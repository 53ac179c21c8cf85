// Every failure of the API with its code, status and message. Codes never change, since programs depend on them.
import * as limits from './limits.ts'
import { STATUS_ERRORS, type StatusErrorCode } from './status-errors.ts'

const perAccount = (count: number, things: string) => `An account has at most ${count} ${things}.`

const SPECIFIC = {
  // The database
  'too-much-work': [504, 'The answer takes too long: ask for a shorter period or for fewer values.'],
  'sum-too-large': [
    409,
    'Una suma pasa de lo que se puede calcular con exactitud: hay órdenes con montos enormes. Un superAdmin las ve en Configuración → Crones → Por aceptar.',
  ],
  'read-only': [
    503,
    'La base de datos solo acepta lecturas por ahora: no se pueden guardar cambios ni iniciar sesión. Con una sesión abierta los datos se pueden consultar.',
  ],
  'disk-full': [
    507,
    'No queda lugar en el disco del servidor: hasta que se libere espacio no se pueden guardar cambios ni iniciar sesión. Con una sesión abierta los datos se pueden consultar.',
  ],
  'no-room-for-file': [
    507,
    'No queda lugar para preparar el archivo en el disco de la carpeta de datos: liberar espacio y volver a pedirlo. Todo lo demás funciona, salvo que la base esté en el mismo disco.',
  ],

  // Signing in
  'wrong-credentials': [401, 'Unauthorized'],
  'wrong-code': [401, 'Unauthorized'],
  'passkey-unknown': [401, 'Unauthorized'],
  'account-waiting': [403, 'La cuenta espera que le asignen un rol.'],
  'email-unconfirmed': [403, 'Falta elegir una contraseña con el enlace del correo.'],
  'local-sign-in-closed': [403, 'Local sign-in is closed.'],
  'password-must-change': [403, 'The password must be changed.'],
  'password-not-recent': [403, 'The password must be confirmed.'],
  'second-factor-missing': [403, 'A second factor must be set up.'],
  'second-factor-required': [409, 'The role requires a second factor.'],
  'no-second-factor': [404, 'There is no second factor.'],
  'passkey-not-found': [404, 'Passkey not found'],
  'passkeys-unavailable': [409, 'Passkeys need GONDOLA_PUBLIC_URL with a host name and https.'],
  'session-not-found': [404, 'Session not found'],

  // The identity provider
  'provider-missing': [409, 'No provider is configured.'],
  'provider-down': [502, 'The provider does not respond.'],
  'provider-sign-in-expired': [400, 'Bad Request'],
  'provider-answer-wrong': [401, 'Unauthorized'],
  'provider-clock-skew': [401, 'The clocks of the provider and of this server differ.'],
  'provider-refused': [403, 'The provider refused the sign-in.'],
  'provider-no-role': [403, 'The provider gives this account no role.'],
  'provider-no-distributors': [403, 'The provider gives this account no distributors.'],
  'provider-groups-missing': [403, 'The provider does not tell the groups.'],
  'provider-groups-too-many': [403, 'The provider leaves the groups out: there are too many.'],
  'provider-distributors-missing': [403, 'The provider does not tell the distributors.'],
  'provider-email-unconfirmed': [403, 'The provider does not confirm the e-mail.'],
  'provider-email-taken': [403, 'Another account has the e-mail.'],
  'provider-person-taken': [403, 'The person belongs to another account.'],
  'provider-account-deleted': [403, 'The account was deleted.'],
  'provider-not-linkable': [403, 'This account cannot be linked.'],
  'provider-session-ended': [403, 'The session that began this has ended.'],
  'account-not-linkable': [409, 'This account cannot be linked.'],
  'link-request-not-found': [404, 'Request not found'],
  'nobody-could-sign-in': [409, 'No superAdmin could sign in.'],

  // Accounts and roles
  'user-not-found': [404, 'User not found'],
  'email-exists': [409, 'The email exists.'],
  'own-account': [409, 'You cannot delete or demote your own account.'],
  'last-super-admin': [409, 'The last superAdmin cannot be deleted or demoted.'],
  'role-not-found': [404, 'Role not found'],
  'role-exists': [409, 'The role exists.'],
  'role-built-in': [409, 'A built-in role cannot be changed.'],
  'role-undeletable': [409, 'A built-in role cannot be deleted.'],
  'role-in-use': [409, 'The role is in use.'],
  'role-mapped': [409, 'The identity provider gives the role to a group.'],
  'invalid-id': [400, 'Invalid ID supplied'],

  // Looking as somebody else
  'viewing-reads-only': [403, 'Nothing can be changed while looking as somebody else.'],
  'viewing-ended': [403, 'The account or role that is looked at has changed.'],

  // Programs
  'not-for-api-tokens': [403, 'API tokens cannot make this call.'],
  'api-token-needed': [401, 'An API token is needed.'],
  'too-many-api-tokens': [409, perAccount(limits.MAX_API_TOKENS, 'API tokens')],
  'token-not-found': [404, 'Token not found'],
  'too-many-data-links': [409, perAccount(limits.MAX_DATA_LINKS, 'data links')],
  'data-link-not-found': [404, 'Data link not found'],
  'data-link-gone': [404, 'This data link does not exist or was revoked.'],
  'data-link-finds-nothing': [400, 'Nothing has the values of its filter any more.'],
  'access-not-found': [404, 'Token or data link not found'],

  // What people keep
  'too-many-views': [409, perAccount(limits.MAX_VIEWS, 'views')],
  'view-not-found': [404, 'View not found'],
  'too-many-boards': [409, perAccount(limits.MAX_BOARDS, 'boards')],
  'board-not-found': [404, 'Board not found'],
  'note-not-found': [404, 'Note not found'],
  'opportunity-not-found': [404, 'No such opportunity'],
  'too-many-alerts': [409, perAccount(limits.MAX_ALERTS, 'alerts')],
  'alert-not-found': [404, 'Alert not found'],
  'too-many-deliveries': [409, perAccount(limits.MAX_DELIVERIES, 'deliveries')],
  'delivery-not-found': [404, 'Delivery not found'],
  'sheet-schedule-not-found': [404, 'Monthly sending not found'],
  'mail-allowance-not-found': [404, 'Allowance not found'],
  'no-mail': [409, 'This installation sends no mails.'],
  'too-many-webhooks': [409, `There are at most ${limits.MAX_WEBHOOKS} webhooks.`],
  'webhook-not-found': [404, 'Webhook not found'],
  'nothing-to-undo': [404, 'There is no change to undo.'],
  'goals-undo-conflict': [409, 'Someone else changed these goals since.'],

  'order-not-found': [404, 'Order not found'],

  // Somebody else saved the same thing since it was read
  'board-changed': [409, 'The board was changed meanwhile.'],
  'user-changed': [409, 'The account was changed meanwhile.'],
  'role-changed': [409, 'The role was changed meanwhile.'],
  'view-changed': [409, 'The view was changed meanwhile.'],
  'note-changed': [409, 'The note was changed meanwhile.'],
  'alert-changed': [409, 'The alert was changed meanwhile.'],
  'delivery-changed': [409, 'The delivery was changed meanwhile.'],
  'mapping-changed': [409, 'The mapping was changed meanwhile.'],
  'provider-changed': [409, 'The provider was changed meanwhile.'],
  'opportunity-changed': [409, 'Someone decided about this opportunity meanwhile.'],
  'goals-changed': [409, 'The goals were changed meanwhile.'],

  // The store
  'no-store': [409, 'No store is connected'],
  'store-down': [502, 'The store does not answer'],
  'store-from-environment': [409, 'The environment sets the store'],
  'import-without-super-admin': [409, 'The import would shut every superAdmin out'],
  'mapping-from-file': [409, 'A file holds the mapping'],
  'examples-changed': [409, 'The examples have changed'],
  'store-webhooks-refused': [409, 'La tienda no acepta los webhooks.'],
  // Dropped files
  'import-not-found': [404, 'Import not found'],
  'import-recipe-not-found': [404, 'Import recipe not found'],
  'import-needs-answers': [409, 'Something has to be answered'],
  'import-already-started': [409, 'The import has begun or ended'],
  'import-cancelling': [409, 'The import is being cancelled'],
  'import-outdated': [409, 'The preview is out of date'],
  'import-stopped': [409, 'No se pudieron importar los archivos.'],
  'import-not-undoable': [409, 'La importación no se puede deshacer.'],
  'file-damaged': [400, 'No se pudo leer el archivo.'],
  'file-too-large': [413, 'El archivo es demasiado grande.'],
  'file-without-table': [415, 'El archivo no tiene una tabla.'],
  'files-without-orders': [422, 'En los archivos no hay ninguna orden.'],

  // Its jobs
  'cron-not-found': [404, 'Cron not found'],
  'cron-running': [409, 'The cron is already running'],
  'accepted-orders-too-large': [409, 'The accepted orders would pass what sums can hold'],
} as const

export type SpecificErrorCode = keyof typeof SPECIFIC
export type ErrorCode = StatusErrorCode | SpecificErrorCode

export const ERRORS = { ...STATUS_ERRORS, ...SPECIFIC }
export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[]
export const STATUS_ERROR_CODES = Object.keys(STATUS_ERRORS) as StatusErrorCode[]

/** What is wrong with one field, where a reader has to tell it from other mistakes: code → message. */
export const FIELD_ERRORS = {
  'password-common': 'is too common',
  'password-wrong': 'is wrong',
  'password-same': 'is the current one',
  'password-needed': 'is required: the e-mail is not confirmed',
  'code-wrong': 'is wrong',
  'pattern-dollar': 'must not contain $',
  'pattern-invalid': 'is not a regular expression',
  'pattern-too-large': 'is too large a regular expression',
  'pattern-too-long': `must be at most ${limits.MAX_PATTERN_LENGTH} characters`,
  'pattern-looks-around': 'must not look around or quote itself',
  'pattern-missing': 'needs a pattern or a meta',
  'mapping-unknown': 'is not known',
  'address-missing': 'has no valid e-mail',
  'address-not-allowed': 'has an e-mail that is not allowed',
  'address-unsubscribed': 'has an e-mail that asked for no more mails',
  'product-unknown': 'must be the SKU, id or name of a product',
  'product-ambiguous': 'means several products; give the SKU or id',
  'row-repeated': 'stands twice with the same day',
} as const

export type FieldErrorCode = keyof typeof FIELD_ERRORS
export const FIELD_ERROR_CODES = Object.keys(FIELD_ERRORS) as FieldErrorCode[]
