// Builds the web application into dist/web; in development it serves it and hands /api to the server.
import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import { defineConfig } from 'vite'
import { compileHints } from './scripts/compile-hints.ts'
import { earlyScript } from './scripts/early-script.ts'
import { reactSignals } from './scripts/react-signals.ts'
import { dropUnusedStyles, refuseUnstyled } from './scripts/unused-styles.ts'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string
}

export default defineConfig({
  root: 'web',
  plugins: [react(), refuseUnstyled, earlyScript(), reactSignals, compileHints],
  css: { postcss: { plugins: [mantine(), dropUnusedStyles] } },
  define: { __VERSION__: JSON.stringify(version), __HOME_FILES__: '[]' },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // The page's content policy allows no inline data, and small files are cheap over one connection.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // Few files: a browser asks six at a time, and each waits a round trip.
        codeSplitting: {
          groups: [
            { name: 'app', tags: ['$initial'], priority: 2 },
            {
              name: 'panels',
              test: /web\/(text\/|lists\/(rows-behind|figure-cards)|ui\/(?!forms\/|table\/(?!copy)))|@visx|d3-/,
              minShareCount: 2,
              priority: 1,
            },
            { name: 'forms', test: /@mantine|useMutation|web\/ui\/forms\//, minShareCount: 2 },
            {
              name: 'table',
              test: /web\/(ui\/table|lists\/(?!rows-behind|figure-cards))|@tanstack\/(react-)?virtual/,
            },
          ],
        },
      },
    },
  },
  // The modules of web/api stand under the same name and are Vite's own.
  server: { proxy: { '^/api/(?!.*\\.ts(\\?|$))': process.env.GONDOLA_API ?? 'http://127.0.0.1:4000' } },
})
