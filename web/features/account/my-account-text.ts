// Texts of Mi cuenta.

export const myAccountText = {
  title: 'Mi cuenta',
  password: 'Contraseña',
  passwordNote: 'Al cambiarla se cierran tus otras sesiones.',
  passwordSaved: 'Tu contraseña cambió y tus otras sesiones se cerraron.',
  passwordHint: 'Al menos 12 caracteres',
  save: 'Cambiar contraseña',
  sessions: 'Sesiones abiertas',
  sessionsNote: 'Dónde está abierta tu cuenta. Si no reconocés una, cerrala y cambiá tu contraseña.',
  current: 'Esta sesión',
  unknown: 'Dispositivo sin identificar',
  network: (network: string) => `Red ${network}`,
  used: (age: string) => `Último uso ${age}`,
  opened: (day: string) => `Abierta el ${day}`,
  end: 'Cerrar esta sesión',
  endLabel: (name: string, age: string) => `Cerrar esta sesión: ${name}, último uso ${age}`,
  ended: 'La sesión se cerró.',
  endOthers: 'Cerrar las demás',
  othersEnded: (count: number) => (count === 1 ? 'Se cerró 1 sesión.' : `Se cerraron ${count} sesiones.`),
  notEnded: 'No se pudo cerrar. Probá de nuevo.',
} as const
