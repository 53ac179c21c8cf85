// Marks every script as one whose functions run as soon as it is there: the browser then compiles it whole while it arrives,
// on another thread, and not function by function on the page's own.
import type { Plugin } from 'vite'

const MARK = '//# allFunctionsCalledOnLoad\n'

export const compileHints: Plugin = {
  name: 'compile-hints',
  generateBundle: {
    // After everything else that writes into a script: the mark holds on the first line alone.
    order: 'post',
    handler(_, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type === 'chunk') output.code = MARK + output.code
      }
    },
  },
}
