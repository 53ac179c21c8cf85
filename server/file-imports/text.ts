export const FILE_IMPORT_TEXT = {
  failed: 'No se pudieron leer los archivos. Lo que había quedó como estaba.',
  cut: 'La importación se cortó y una parte puede haber quedado escrita. Importá los mismos archivos de nuevo para completarla: nada se duplica.',
  noOrders: 'En los archivos no hay ninguna orden.',
  allRejected: 'Ninguna orden se puede usar: revisá las columnas y las filas rechazadas.',
  interrupted: 'La importación se interrumpió: al confirmarla sigue desde donde quedó.',
  later: 'Otra importación cambió después las mismas órdenes: se deshace primero aquella.',
  tooOld: 'Una importación se puede deshacer durante 30 días.',
  notApplied: 'Esta importación no se hizo, o ya se deshizo.',
  reason: 'motivo',
} as const
