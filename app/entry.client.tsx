import { RemixBrowser } from '@remix-run/react'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { setLanguageSource } from './language/current'
import { RenderModeProvider } from './render-mode'

setLanguageSource(() => document.documentElement.lang)

const { pathname, search, origin } = window.location
const rendered = new URL(document.documentElement.dataset.address ?? pathname + search, origin)

// Back or forward was pressed before the scripts were here: the address is another page's already, and hydrating this one under
// it would end in an error.
if (rendered.pathname + rendered.search !== pathname + search) window.location.reload()
else
  startTransition(() => {
    hydrateRoot(
      document,
      <RenderModeProvider value={{ enhanced: true, nonce: undefined }}>
        <RemixBrowser />
      </RenderModeProvider>,
    )
  })
