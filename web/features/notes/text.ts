export const text = {
  note: 'Lo que pasó en un día o un período. Se ven como marcas en los gráficos en el tiempo y en Por qué.',
  empty: 'Todavía no hay notas.',
  all: 'Todos',
  edit: (words: string) => `Cambiar la nota ${words}`,
  remove: (words: string) => `Eliminar la nota ${words}`,
  removeTitle: 'Eliminar la nota',
  removeSubmit: 'Eliminar',
  sure: (words: string) => `¿Eliminar «${words}»?`,
  removed: 'La nota se eliminó.',
  failure: 'No se pudo eliminar. Probá de nuevo.',
} as const
