// Texts of new data links, on Mi cuenta and Explorar.

export const newLinkText = {
  title: 'Crear un enlace de datos',
  name: 'Nombre',
  nameRequired: 'El enlace necesita un nombre',
  submit: 'Crear enlace',
  question: 'Consulta',
  period: 'Período',
  moves: 'se mueve con el calendario',
  stays: 'fechas fijas',
  compare: 'Comparado con',
  filters: 'Filtros',
  rows: 'Filas',
  firstRows: (count: number) => `Primeras ${count}`,
  note: 'Responde siempre esta consulta, con los datos de cada momento, en Excel, Google Sheets o Power BI. Se revoca en Mi cuenta.',
  shown: {
    title: 'Copiá la dirección',
    note: 'Es la única vez que se muestra. Quien la tenga lee la respuesta, con tus permisos y distribuidores de cada momento.',
    formats: 'Con .json o .parquet en lugar de .csv responde en esos formatos.',
    done: 'Ya la guardé',
  },
  failed: 'No se pudo guardar. Probá de nuevo.',
  tooMany: 'Tu cuenta ya tiene 100 enlaces: revocá alguno que no se use.',
  refused: 'Tu rol no permite esa consulta.',
  unanswerable: 'Esas medidas no se pueden abrir así: probá otra combinación.',
} as const
