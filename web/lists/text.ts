// Texts of lists that several screens show.
export const text = {
  inPreparation: (amount: string) => `En preparación: ${amount}. Junto con lo completado:`,
} as const
