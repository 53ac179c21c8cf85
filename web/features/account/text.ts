// Texts of the account pages; wording from the specification is exact.

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
    passwordWrong: 'La contraseña actual no es esa.',
    passkeyCancelled: 'No se usó ninguna llave de acceso. Probá de nuevo o entrá con tu contraseña.',
    codeRequired: 'Escribí el código',
    codeWrong: 'Ese código no es, o ya se usó. Escribí el que la aplicación muestra ahora.',
    stepExpired: 'Pasaron más de cinco minutos. Ingresá tu contraseña de nuevo.',
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
