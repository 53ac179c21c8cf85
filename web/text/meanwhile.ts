// What a form says when somebody else saved first.
export const meanwhileText = {
  title: 'Otra persona guardó cambios mientras tanto',
  next: 'Lo que no habías tocado ya está como lo dejó. Revisalo y guardá de nuevo.',
  replaced: (before: string, after: string) => `«${before}» pasó a «${after}».`,
  listed: (added: readonly string[], removed: readonly string[]) =>
    `${[
      ...(added.length > 0 ? [`agregó ${added.join(', ')}`] : []),
      ...(removed.length > 0 ? [`quitó ${removed.join(', ')}`] : []),
    ].join('; ')}.`,
  yours: 'Acá queda lo que escribiste.',
  on: 'sí',
  off: 'no',
} as const
