// Starts the web application. The session starts first, so that its request runs while the screen's code loads.
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import './app/mantine.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/call.ts'
import { startSession } from './api/session.ts'
import './app/reset.css'
import './app/theme.css'
import './app/contrast.css'
import './app/print.css'
import { router } from './app/router.tsx'
import { cssVariablesResolver, theme } from './app/theme.ts'
import { warmUp } from './app/warm-up.ts'

void startSession()
warmUp(location.pathname)

const colorScheme = localStorageColorSchemeManager({ key: 'gondola-theme' })

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
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
