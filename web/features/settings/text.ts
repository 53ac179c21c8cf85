export const text = {
  users: 'Usuarios',
  roles: 'Roles y permisos',
  programs: 'Programas',
  crons: 'Crones',
  logs: 'Registro',
  unplaced: 'Sin ubicar',
  removals: 'Quitados',
  largeOrders: 'Por aceptar',
  audit: 'Auditoría',
  actions: 'Acciones',
  none: '—',
} as const

export const rulesText = {
  nameRequired: 'Nombre requerido',
  emailRequired: 'Correo electrónico requerido',
  emailInvalid: 'Debe ingresar un correo electrónico válido',
  passwordRequired: 'Contraseña requerida',
  passwordShort: 'Debe tener al menos 12 caracteres',
  tooLong: 'Hasta 255 caracteres',
  roleNameRequired: 'El rol necesita un nombre',
  settingsUnlimited: 'Un rol con Configuración ve todos los distribuidores: podría quitarse el límite.',
  pickDistributor: 'Elegí al menos un distribuidor',
} as const

export const ROLE_IN_USE = 'Tiene usuarios: primero hay que darles otro rol.'

/** The server's messages; the specification words the first two. */
export const SERVER_MESSAGES: Readonly<Record<string, string>> = {
  'The email exists.': 'El email ya existe',
  'User soft deleted successfully.': 'El usuario fue eliminado correctamente',
  'You cannot delete or demote your own account.': 'No podés eliminar tu propia cuenta ni cambiar su rol.',
  'The last superAdmin cannot be deleted or demoted.':
    'Es la última cuenta superAdmin: no se puede eliminar ni cambiar su rol.',
  'The accepted orders would pass what sums can hold':
    'Con esas órdenes las sumas pasarían de lo que se puede calcular.',
  'User not found': 'Ese usuario ya no existe.',
  'The role exists.': 'Ya hay un rol con ese nombre.',
  'A built-in role cannot be changed.': 'Un rol de fábrica no se puede cambiar.',
  'A built-in role cannot be deleted.': 'Un rol de fábrica no se puede eliminar.',
  'The role is in use.': ROLE_IN_USE,
  'Token or data link not found': 'Ya estaba revocado.',
  'Role not found': 'Ese rol ya no existe.',
  'Invalid ID supplied': 'Ese rol no es válido.',
  'The cron is already running': 'Ya está en curso.',
  'Cron not found': 'Ese cron no existe.',
  'No store is connected': 'No hay una tienda conectada.',
}

/** The server's messages about a field. */
export const FIELD_MESSAGES: Readonly<Record<string, string>> = {
  'is too common': 'Esa contraseña es muy fácil de adivinar. Elegí otra, como una frase de varias palabras.',
  'is required: the e-mail is not confirmed': 'Nadie confirmó ese correo: hace falta una contraseña nueva.',
}

export const DEFAULT_ERROR = 'Hubo un error !'

/** The dialog over the form has asked for the password. */
export const SESSION_EXPIRED = 'La sesión venció antes de guardar. Volvé a intentarlo.'
