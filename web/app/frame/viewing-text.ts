export const viewingText = {
  label: 'Ver como',
  person: (name: string, role: string) => `Ves Góndola como ${name} (${role}), solo para mirar.`,
  role: (name: string) => `Ves Góndola como el rol ${name}, solo para mirar.`,
  back: 'Volver',
  endedTitle: 'Ver como terminó',
  ended: 'La cuenta o el rol que estabas viendo cambió.',
} as const
