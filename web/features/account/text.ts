// Texts of the account pages; wording from the specification is exact.
import type { PROVIDER_FAILURES } from '#contract/provider.ts'

export const text = {
  welcome: 'Te damos la bienvenida',
  welcomeHint: 'Ingresá con tu correo para ver las ventas.',
  email: 'Correo electrónico',
  password: 'Contraseña',
  newPassword: 'Contraseña nueva',
  firstName: 'Nombre',
  lastName: 'Apellido',
  rememberMe: 'Recordarme',
  signIn: 'Iniciar Sesión',
  forgot: '¿Olvidaste tu contraseña?',
  noAccount: '¿No tenés cuenta?',
  createAccount: 'Crear cuenta',
  haveAccount: '¿Ya tenés cuenta?',
  createHint:
    'La cuenta queda lista cuando una persona administradora le da un rol. Antes de entrar confirmás la contraseña, por correo o con esa persona.',
  resetPassword: 'Reestablecer contraseña',
  resetHint: 'Escribí tu correo para recibir un enlace y elegir una contraseña nueva.',
  choosePassword: 'Elegí una contraseña nueva',
  choosePasswordHint: 'Al guardarla se cierran las sesiones abiertas de tu cuenta.',
  savePassword: 'Guardar contraseña',
  ownPassword: 'Elegí tu contraseña',
  ownPasswordHint: 'La que tenés la eligió otra persona. Cambiala para empezar.',
  givenPassword: 'Contraseña que te dieron',
  currentPassword: 'Contraseña actual',
  signOut: 'Cerrar Sesión',
  backToSignIn: 'Volver a iniciar sesión',
  code: 'Código',
  codeHint: 'El de tu aplicación de autenticación o, si no la tenés a mano, uno de recuperación.',
  recoveryHint: 'Uno de tus códigos de recuperación, si no tenés a mano tu llave de acceso.',
  passkey: 'Entrar con una llave de acceso',
  withProvider: (name: string) => `Entrar con ${name}`,
  withProviderHint: 'Ingresá con la cuenta de tu empresa para ver las ventas.',
  emergency: 'Entrar con la cuenta de emergencia',
  entering: 'Entrando…',
  providerFailed: 'No se pudo entrar',
  passkeyStep: 'Usar una llave de acceso',
  secondStep: 'Verificación en dos pasos',
  secondStepHint: (email: string) => `Falta un código para entrar como ${email}.`,
  verify: 'Verificar',
  startOver: 'Volver a empezar',
  slogan: 'Cómo va el mes, en diez segundos.',
  sloganHint: 'Ventas, productos, distribuidores y beneficios de tu tienda, en un solo lugar.',
  linkUsed: 'El enlace ya se usó o venció. Pedí uno nuevo.',

  errors: {
    wrongCredentials: '¡Usuario o clave incorrectos!',
    unknown: 'Algo está mal!',
    offline: 'No hay conexión con el servidor.',
    tooMany: (minutes: number) =>
      `Demasiados intentos. Probá de nuevo en ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}.`,
    waiting: 'Tu cuenta espera que una persona administradora le dé un rol.',
    unconfirmed:
      'Falta confirmar tu correo: elegí la contraseña con el enlace que te llegó, o pedí otro en «¿Olvidaste tu contraseña?».',
    passwordCommon: 'Esa contraseña es muy fácil de adivinar. Elegí otra, como una frase de varias palabras.',
    passwordWrong: 'La contraseña actual no es esa.',
    localClosed: 'El ingreso con contraseña está cerrado: entrá con la cuenta de tu empresa.',
    providerStale: 'El ingreso tardó demasiado o empezó en otro navegador. Probá de nuevo.',
    providerDown: 'El proveedor de ingreso no contesta. Probá de nuevo en unos minutos.',
    providerClocks:
      'El reloj del servidor de Góndola y el del proveedor no coinciden: avisá a quien administra Góndola.',
    providerWrong: 'La respuesta del proveedor de ingreso no es válida.',
    passkeyCancelled: 'No se usó ninguna llave de acceso. Probá de nuevo o entrá con tu contraseña.',
    passkeyUnknown: 'Góndola no conoce esa llave de acceso.',
    codeRequired: 'Escribí el código',
    codeWrong: 'Ese código no es, o ya se usó. Escribí el que la aplicación muestra ahora.',
    stepExpired: 'Pasaron más de cinco minutos. Ingresá tu contraseña de nuevo.',
    passwordSame: 'Elegí una distinta de la actual.',
  },

  rules: {
    signInEmailRequired: 'Correo electrónico requerido',
    signInEmailInvalid: 'Debe ingresar un correo electrónico válido',
    passwordRequired: 'Contraseña requerida',
    resetEmailRequired: 'Correo electrónico es requerido',
    resetEmailInvalid: 'Debe ser un correo electrónico válido',
    firstNameRequired: 'Nombre requerido',
    lastNameRequired: 'Apellido requerido',
    passwordShort: 'Must be at least 12 characters',
    tooLong: 'Hasta 255 caracteres',
  },

  trial: {
    title: 'Ingreso de prueba',
    enters: (role: string) => `Con estos datos la persona entra con el rol ${role}. No se cambió nada.`,
    refused: (why: string) => `Con estos datos la persona no entra, y lee: «${why}» No se cambió nada.`,
    accounts: {
      linked: 'Su cuenta de Góndola ya está unida.',
      by_email: 'Se uniría a la cuenta de Góndola que tiene su correo.',
      new: 'Se crearía una cuenta nueva.',
    },
    email: (email: string, isProven: boolean) =>
      email === ''
        ? 'No llegó ningún correo.'
        : `Correo: ${email}, ${isProven ? 'confirmado por el proveedor' : 'que el proveedor no confirma'}.`,
    distributors: (ids: readonly string[] | null) =>
      ids === null ? 'Distribuidores: los del rol.' : `Distribuidores: ${ids.join(', ')}.`,
    checked: 'Entre ingresos se le puede preguntar al proveedor si la persona sigue (refresh token).',
    unchecked:
      'El proveedor no dio permiso para preguntar entre ingresos si la persona sigue (refresh token).',
    claims: 'Datos recibidos (claims)',
    back: 'Volver a Ingreso',
  },

  resume: {
    title: 'La sesión venció',
    hint: (email: string) =>
      `Ingresá la contraseña de ${email} para seguir: lo que escribiste queda como está.`,
    giveUp: 'Salir sin guardar',
  },

  notices: {
    registered: 'Usuario registrado con exito',
    resetAsked:
      'Recibimos el pedido. Si el correo tiene una cuenta, te llega un enlace; si no llega, pedile ayuda a quien administra Góndola.',
    passwordSaved: 'Los cambios se guardaron con exito',
    expired: 'La sesión venció. Ingresá de nuevo para volver a donde estabas.',
  },
} as const

export type Notice = keyof typeof text.notices

/** The server's messages about a sign-in at the provider. */
export const PROVIDER_MESSAGES: Readonly<Record<(typeof PROVIDER_FAILURES)[number], string>> = {
  'The provider refused the sign-in.': 'El proveedor no permitió el ingreso.',
  'The provider gives this account no role.':
    'Tu cuenta de empresa no tiene acceso a Góndola: pedilo a quien la administra.',
  'The provider gives this account no distributors.':
    'Tu cuenta de empresa no tiene distribuidores asignados.',
  'The provider does not tell the groups.':
    'El proveedor no informó los grupos de tu cuenta. Tu acceso no cambió: avisá a quien administra Góndola.',
  'The provider leaves the groups out: there are too many.':
    'Tu cuenta está en más grupos de los que el proveedor informa. Tu acceso no cambió: avisá a quien administra Góndola.',
  'The provider does not tell the distributors.':
    'El proveedor no informó los distribuidores de tu cuenta. Tu acceso no cambió: avisá a quien administra Góndola.',
  'The provider does not confirm the e-mail.':
    'El proveedor no confirma tu correo electrónico. Si ya tenés contraseña en Góndola, entrá con ella y uní las cuentas en «Mi cuenta»; si no, pedíselo a quien administra Góndola.',
  'Another account has the e-mail.':
    'Otra cuenta de Góndola usa tu correo electrónico sin haberlo confirmado: avisá a quien la administra.',
  'The account was deleted.': 'Tu cuenta de Góndola fue eliminada.',
  'The person belongs to another account.':
    'Esa persona del proveedor ya está unida a otra cuenta de Góndola.',
  'This account cannot be linked.':
    'Esta cuenta no se puede unir: su correo no está confirmado, o es la de emergencia.',
  'The session that began this has ended.':
    'La sesión desde la que empezaste se cerró. Entrá y probá de nuevo.',
}
