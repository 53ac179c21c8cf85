/** Why dropped files cannot be imported, with the HTTP status of a call. The message is Spanish and names the file. */
export class FilesError extends Error {
  readonly status: 400 | 413 | 415 | 422
  /** Position of the file in the drop. */
  readonly file: number | undefined

  constructor(status: FilesError['status'], message: string, file?: number) {
    super(message)
    this.name = 'FilesError'
    this.status = status
    this.file = file
  }
}
