// Texts of the second factor.

export const factorText = {
  title: 'Verificación en dos pasos',
  note: 'Además de la contraseña, al entrar se pide un código que muestra una aplicación de tu teléfono.',
  off: 'No está activada.',
  on: (day: string) => `Activada desde el ${day}.`,
  codesLeft: (count: number) =>
    count === 0
      ? 'No te quedan códigos de recuperación: generá otros.'
      : `${count === 1 ? 'Te queda 1 código' : `Te quedan ${count} códigos`} de recuperación.`,
  required: 'Tu rol la exige.',
  setUp: 'Activar',
  replace: 'Cambiar de aplicación',
  newCodes: 'Generar códigos nuevos',
  remove: 'Desactivar',
  removed: 'La verificación en dos pasos quedó desactivada.',
  done: 'La verificación en dos pasos está activada.',
  codesRenewed: 'Los códigos anteriores ya no sirven.',
  scan: '1. Escaneá este código con una aplicación de autenticación, como Google Authenticator, Aegis o 1Password.',
  picture: 'Código QR para la aplicación de autenticación',
  byHand: 'Si no podés escanearlo, escribí esta clave en la aplicación:',
  confirmCode: '2. Escribí el código de seis dígitos que muestra.',
  activate: 'Activar',
  cancel: 'Cancelar',
  setUpExpired: 'Pasaron más de quince minutos. Empezá de nuevo.',
  keepTitle: 'Guardá estos códigos de recuperación',
  keepNote:
    'Cada uno sirve una sola vez para entrar sin la aplicación, por ejemplo si perdés el teléfono. No se vuelven a mostrar.',
  copy: 'Copiar',
  copied: 'Copiados',
  kept: 'Ya los guardé',
  password: 'Tu contraseña',
  passwordHint: 'Pasó un rato desde que la escribiste: confirmala para seguir.',
  confirm: 'Confirmar',
  failed: 'No se pudo. Probá de nuevo.',
  requiredTitle: 'Protegé tu cuenta',
  requiredHint:
    'Tu rol exige la verificación en dos pasos: además de la contraseña, un código de tu teléfono. Se activa una sola vez.',
  begin: 'Empezar',
} as const
