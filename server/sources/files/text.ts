// What a person reads when the files of a shop cannot be read, in Spanish.

export const TEXT = {
  noFolder: (directory: string) => `No se puede leer la carpeta ${directory}.`,
  noOrders: (directory: string) =>
    `En ${directory} no hay orders_full.jsonl ni orders_full.jsonl.gz: se esperan los registros como los lista la API, uno por línea.`,
  unreadable: (file: string, reason: string) =>
    `El archivo ${file} está dañado o incompleto (${reason}). Lo leído hasta ahí quedó guardado.`,
}

/** The files cannot be read; the message is for people. */
export class FilesError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'FilesError'
  }
}
