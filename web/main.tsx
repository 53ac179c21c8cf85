// Starts the web application: the session first, so that its call is on the way while the screen's code loads.
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import '@mantine/core/styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/ask.ts'
import { startSession } from './api/session.ts'
import { after } from './app/after.ts'
import './app/theme.css'
import { router } from './app/router.tsx'
import { cssVariablesResolver, theme } from './app/theme.ts'
import { warmUp } from './app/warm-up.ts'

void startSession()
warmUp(location.pathname)

const colorScheme = localStorageColorSchemeManager({ key: 'gondola-theme' })

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

/** Until then the outline of the page stands for a screen that is still on its way. */
const OUTLINE_MS = 500

function draw(at: HTMLElement): void {
  createRoot(at).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        colorSchemeManager={colorScheme}
        defaultColorScheme="auto"
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}

// Drawn once, with the screen, instead of empty and then again. Not awaited here: the screen's code waits for this file.
void Promise.race([router.load(), after(OUTLINE_MS)]).then(() => draw(root))
