/** The product's version, from package.json at build time. */
declare const __VERSION__: string
