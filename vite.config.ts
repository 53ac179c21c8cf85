// Builds the web application into dist/web; in development it serves it and proxies /api to the server.
import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { earlyScript } from './scripts/early-script.ts'
import { licences } from './scripts/licences.ts'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string
}

export default defineConfig({
  root: 'web',
  plugins: [react(), earlyScript(), licences()],
  define: { __VERSION__: JSON.stringify(version), __HOME_FILES__: '[]' },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // The first versions with the popover API, which menus need.
    cssTarget: ['chrome114', 'firefox125', 'safari17'],
    // The content security policy allows no inline data, and small files are cheap over one connection.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // Explicit compile hint: V8 compiles the whole file off the main thread while it downloads.
        postBanner: '//# allFunctionsCalledOnLoad',
        // Few files: a browser makes six requests at a time over HTTP/1.1, and each costs a round trip.
        codeSplitting: {
          groups: [
            { name: 'app', tags: ['$initial'], priority: 3 },
            {
              name: 'panels',
              // With the layout components of Mantine, so that using one loads no dialogs.
              test: /@mantine\/core\/esm\/components\/(Flex|Stack|Group|Text)\/|web\/(text\/(?!failures)|lists\/(rows-behind|figure-cards|why|row-button)|ui\/(?!forms\/|table\/(?!copy)|(line-chart|line-parts|donut|signed-bars|horizontal-bars|bar-window|bars|chart-parts)\.))|IconArrow(Up|Down)\./,
              minShareCount: 2,
              priority: 2,
            },
            // Accounts, the store and Explorar's table show none.
            {
              name: 'charts',
              test: /web\/ui\/(line-chart|line-parts|donut|signed-bars|horizontal-bars|bar-window|bars|chart-parts)\.|@visx|d3-/,
              minShareCount: 2,
              priority: 1,
            },
            // Screens with a choice or a checkbox need no dialogs, and those that only save something need neither.
            {
              name: 'fields',
              test: /@mantine\/core\/esm\/components\/(NativeSelect|Checkbox|Radio|Switch|Textarea|PasswordInput|NumberInput|InlineInput)|@mantine\/form|web\/ui\/forms\//,
              minShareCount: 2,
              priority: 1,
            },
            {
              name: 'mutation',
              test: /[uU]seMutation|[mM]utation(Observer)?\.js/,
              minShareCount: 2,
              priority: 1,
            },
            { name: 'forms', test: /@mantine|IconAlertCircle|web\/ui\/forms\//, minShareCount: 2 },
            { name: 'dialogs', test: /web\/lists\/(dialog|unsaved|removable-list)\./, minShareCount: 2 },
            {
              name: 'table',
              test: /web\/(ui\/table|lists\/(?!rows-behind|figure-cards|why|orders-behind|notes|boards|sharing|dialog|unsaved|removable-list|use-revision|read-file|screen-tabs|report-link|data-links|secrets|goal-(columns|table)))|@tanstack\/(react-)?virtual/,
            },
          ],
        },
      },
    },
  },
  // The modules of web/api are served by Vite under the same prefix.
  server: {
    proxy: { '^/(mcp$|api/(?!.*\\.ts(\\?|$)))': process.env.GONDOLA_API ?? 'http://127.0.0.1:4000' },
  },
})
