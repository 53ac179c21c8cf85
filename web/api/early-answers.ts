// Answers that web/early.ts asked for while the application's code was still on its way. Each is taken once.

export interface EarlyAnswers {
  /** Whose they are: they count for the same session alone. */
  readonly token: string
  /** By address; null when the server could not be asked. */
  readonly answers: Map<string, Promise<Response | null>>
}

declare global {
  interface Window {
    gondolaEarly?: EarlyAnswers
  }
}

/** Later than this they are no longer news. */
const FRESH_MS = 15_000

/** The answer that is there or on its way; undefined when nothing was asked or it is none to show: then one asks anew. */
export async function takeEarly(path: string, token: string | null): Promise<Response | undefined> {
  const early = window.gondolaEarly
  if (early?.token !== token || performance.now() > FRESH_MS) return undefined
  const answer = early.answers.get(path)
  early.answers.delete(path)
  const response = await answer
  return response?.ok ? response : undefined
}
