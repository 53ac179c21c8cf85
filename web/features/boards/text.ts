import { readUntilWords } from '#contract/period-words.ts'
import { counted } from '#web/text/format.ts'

export const text = {
  rest: 'Resto',
  emptyTitle: 'Un tablero con tus cifras',
  empty:
    'En Explorar, o en una vista, «Agregar al tablero» fija una cifra, un gráfico o una tabla. Acá se ordenan.',
  explore: 'Ir a Explorar',
  boards: 'Tableros',
  add: 'Nuevo tablero',
  submitAdd: 'Crear',
  of: (name: string, owner: string) => (owner ? `${name} (de ${owner})` : name),
  edit: 'Nombre y roles',
  submit: 'Guardar',
  name: 'Nombre',
  nameRequired: 'Escribí un nombre.',
  remove: 'Eliminar el tablero',
  removeSubmit: 'Eliminar',
  sure: (name: string) => `¿Eliminar «${name}»?`,
  move: (title: string) => `Mover ${title}: flechas, Inicio y Fin`,
  moved: (title: string, place: number, count: number) => `${title}: lugar ${place} de ${count}.`,
  resize: (title: string) => `Cambiar el tamaño de ${title}`,
  resized: (title: string, size: string) => `${title}: ${size}.`,
  sizes: { small: 'chico', medium: 'mediano', large: 'grande' },
  unpin: (title: string) => `Quitar ${title}`,
  unpinned: (title: string) => `${title} se quitó del tablero.`,
  open: (title: string) => `Abrir ${title} en Explorar`,
  why: 'Por qué',
  others: (shown: number, all: number) => `Se ven ${shown} de ${counted(all, 'fila', 'filas')}.`,
  otherLines: (shown: number, all: number) => `Se ven ${shown} de ${counted(all, 'línea', 'líneas')}.`,
  otherColumns: (shown: number, all: number) => `Se ven ${shown} de ${counted(all, 'columna', 'columnas')}.`,
  refused: 'Tu rol no incluye estos datos.',
  noValue: 'Sin datos',
  cutAfter: (day: string) => `${readUntilWords(day, 'del período')}, y no se compara.`,
  gone: (title: string, values: readonly string[]) =>
    `El filtro no encuentra ${title} ${values.map((value) => `«${value}»`).join(', ')}. Si cambió de nombre, elegí el nuevo.`,
} as const
