import { RemixBrowser } from '@remix-run/react'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { setLanguageSource } from './language/current'
import { RenderModeProvider } from './render-mode'

setLanguageSource(() => document.documentElement.lang)

/** Whether the address is still that of the page that came. */
function isSamePage(): boolean {
  // The loaders' data is not decoded yet: that is the router's first work.
  const rendered = document.querySelector<HTMLElement>('script[data-rendered]')?.dataset.rendered
  if (rendered === undefined) return true
  const page = (address: string) => {
    const { pathname, searchParams } = new URL(address, window.location.origin)
    // The router's own mark for forms of index pages; loaders do not see it.
    searchParams.delete('index')
    return `${pathname}?${searchParams}`
  }
  return page(rendered) === page(window.location.href)
}

// Back or forward was pressed before the scripts were here: the address is another page's already, and hydrating this one under
// it would end in an error.
if (!isSamePage()) window.location.reload()
else {
  // Nor does the router listen before it has decoded the page's data.
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
