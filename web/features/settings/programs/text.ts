export const programsText = {
  title: 'Accesos de programas',
  note: 'Tokens y enlaces que hoy pueden leer, de todas las cuentas',
  file: 'accesos_de_programas',
  never: 'Nunca',
  noEnd: 'No vence',
  revoke: 'Revocar',
  revokeLabel: (name: string, owner: string) => `Revocar ${name} de ${owner}`,
  revokeTitle: { token: 'Revocar el token', link: 'Revocar el enlace' },
  sure: (name: string, owner: string) => `¿Revocar «${name}» de ${owner}?`,
  consequence: 'El programa o la planilla que lo usa deja de leer al instante. Queda en la auditoría.',
  revoked: (name: string) => `${name} ya no lee nada.`,
} as const
