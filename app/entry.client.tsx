import { RemixBrowser } from '@remix-run/react'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { RenderModeProvider } from './components/ui/render-mode'
import { setLanguageSource } from './language/current'

setLanguageSource(() => document.documentElement.lang)

function isSamePage(): boolean {
  // Read the address of the rendered page from an attribute, because the router decodes the loader data only later.
  const rendered = document.querySelector<HTMLElement>('script[data-rendered]')?.dataset.rendered
  if (rendered === undefined) return true
  const page = (address: string) => {
    const { pathname, searchParams } = new URL(address, window.location.origin)
    // The router adds `index` for forms of index pages; loaders do not see it.
    searchParams.delete('index')
    return `${pathname}?${searchParams}`
  }
  return page(rendered) === page(window.location.href)
}

// The user pressed Back or Forward before the scripts loaded, so the URL already belongs to another page. Hydrating
// this page under that URL would fail.
if (!isSamePage()) window.location.reload()
else {
  // Handle Back and Forward here until the router listens, which it does only after decoding the page data.
  window.addEventListener('popstate', () => {
    if (!Reflect.has(window, '__remixRouter') && !isSamePage()) window.location.reload()
  })
  startTransition(() => {
    hydrateRoot(
      document,
      <RenderModeProvider value={{ enhanced: true, nonce: undefined }}>
        <RemixBrowser />
      </RenderModeProvider>,
    )
  })
}
