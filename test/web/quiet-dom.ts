// happy-dom, without a line on the terminal for each answer above 399: tests ask for many.
import { Console } from 'node:console'
import { Writable } from 'node:stream'
import { builtinEnvironments, type Environment } from 'vitest/runtime'

const happyDom = builtinEnvironments['happy-dom']

const nowhere = new Console(new Writable({ write: (_chunk, _encoding, done) => done() }))

const quietDom: Environment = {
  ...happyDom,
  async setup(global, options) {
    const { console } = global
    global.console = nowhere
    try {
      return await happyDom.setup(global, options)
    } finally {
      global.console = console
    }
  },
}

export default quietDom
