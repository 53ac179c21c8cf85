// What controls say on screen, for paper, where they are left out.
import css from './paper-words.module.css'

/** Nothing without words. */
export const PaperWords = ({ words }: { words: readonly string[] }) =>
  words.length === 0 ? null : <p className={css.words}>{words.join(' · ')}</p>
