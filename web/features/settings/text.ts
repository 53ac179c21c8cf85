export const text = {
  users: 'Usuarios',
  roles: 'Roles y permisos',
  programs: 'Programas',
  recipients: 'Correos',
  crons: 'Crones',
  logs: 'Registro',
  unplaced: 'Sin ubicar',
  removals: 'Quitados',
  largeOrders: 'Por aceptar',
  audit: 'Auditoría',
  none: '—',
  viewAs: 'Ver como',
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

export const DEFAULT_ERROR = 'Hubo un error !'

/** The dialog over the form has asked for the password. */
export const SESSION_EXPIRED = 'La sesión venció antes de guardar. Volvé a intentarlo.'
