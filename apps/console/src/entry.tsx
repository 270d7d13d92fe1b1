import '@playhub/ui/zod-without-eval.ts'
import './styles/console.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { RouterProvider } from 'react-router/dom'
import { createConsoleRouter } from './app/router.tsx'
import { detectLanguage, messages, switchLanguage } from './lib/messages.ts'

/** The console's path without a trailing slash, from the server's `<base>`: '' or '/console'. */
const basename = new URL(document.baseURI).pathname.replace(/\/$/, '')

await switchLanguage(detectLanguage())
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <I18nextProvider i18n={messages}>
        <RouterProvider router={createConsoleRouter(basename)} />
      </I18nextProvider>
    </StrictMode>,
  )
}
