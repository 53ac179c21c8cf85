// Gives the signals that React throws to itself no stack: they are made while its code is read, and a browser that is watched
// (developer tools, tests) reads the whole file a second time for the stack of an error.
import type { Plugin } from 'vite'

const SIGNAL = /(?<=\w+Exception = )Error(?=\(formatProdErrorMessage\(\d+\)\))/g

/** Hydration's two, which this page never throws, and three of Suspense: more or fewer means another React. */
const KNOWN = 5

const MAKE = `function withoutStack(message) {
  return Object.assign(Object.create(Error.prototype), { message: message });
}
`

export const reactSignals: Plugin = {
  name: 'react-signals',
  apply: 'build',
  transform: {
    filter: { id: /react-dom-client\.production\.js$/ },
    handler(code) {
      const found = code.match(SIGNAL)?.length ?? 0
      if (found !== KNOWN)
        this.error(`React makes ${found} signals, not ${KNOWN}: look at scripts/react-signals.ts`)
      return { code: code.replace(SIGNAL, 'withoutStack') + MAKE, map: null }
    },
  },
}
