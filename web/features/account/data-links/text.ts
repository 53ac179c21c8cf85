// Texts of the data links on Mi cuenta.

export const linkText = {
  title: 'Enlaces de datos',
  note: 'Una dirección por consulta, para actualizar Excel, Google Sheets o Power BI.',
  empty: 'Sin enlaces. Creá uno y pegá su dirección en la planilla.',
  add: 'Crear enlace',
  form: {
    measures: 'Qué mide',
    measureRequired: 'Elegí de una a ocho medidas',
    cut: 'Cómo se abre',
    by: 'Abierto por',
    whole: 'Sin abrir',
    grain: 'En el tiempo',
    noGrain: 'Todo el período junto',
    filtersNote: 'Con filtros o una comparación, armá la consulta en Explorar: Exportar → Enlace de datos.',
  },
  revoke: 'Revocar',
  revokeLabel: (name: string) => `Revocar el enlace ${name}`,
  revokeTitle: 'Revocar el enlace',
  revokeSure: (name: string) => `¿Revocar «${name}»? Las planillas que lo usan dejan de actualizarse.`,
  revoked: (name: string) => `El enlace ${name} ya no responde.`,
  uses: (count: number) => (count === 1 ? '1 respuesta' : `${count} respuestas`),
  used: (age: string) => `última ${age}`,
  never: 'Sin uso',
  failed: 'No se pudo guardar. Probá de nuevo.',
} as const
