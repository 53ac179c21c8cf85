import { createContext, useContext } from 'react'

interface Coverage {
  /** Whose figures the user sees; '' for the whole shop. */
  readonly words: string
  /** The same at the end of a file name. */
  readonly suffix: string
}

export const Coverage = createContext<Coverage>({ words: '', suffix: '' })

/** Adds to the note and the name of a picture whose figures it shows. */
export function usePictureOf() {
  const { words, suffix } = useContext(Coverage)
  return (note: string, name: string) => ({
    note: [note, words].filter(Boolean).join(' · '),
    name: name.endsWith(suffix) ? name : name + suffix,
  })
}
