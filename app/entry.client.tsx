import { RemixBrowser } from '@remix-run/react'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { setLanguageSource } from './language/current'
import { RenderModeProvider } from './render-mode'

setLanguageSource(() => document.documentElement.lang)

startTransition(() => {
  hydrateRoot(
    document,
    <RenderModeProvider value={{ enhanced: true, nonce: undefined }}>
      <RemixBrowser />
    </RenderModeProvider>,
  )
})
