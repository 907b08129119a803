import { useNavigate } from '@remix-run/react'
import { useEffect } from 'react'
import { isMapPage, letsGoogleIn } from '~/components/maps/map-document'

/**
 * Client navigation for plain links with one listener, because forty router links would cost a third of the render
 * time. Leaves to the browser: new tabs, links with `data-reload`, other sites, other parts of the portal, files
 * (`data-file`), and map pages that this document's policy would block. Files have no `download` attribute: with it,
 * Chromium would not show a response that asks the user to wait.
 */
export function useClientLinks(hasMapsKey = false): void {
  const navigate = useNavigate()
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (
        event.defaultPrevented ||
        event.button !== 0 ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey ||
        event.altKey
      )
        return
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link?.href || link.target || 'file' in link.dataset || 'reload' in link.dataset) return
      const url = new URL(link.href)
      const onlyHash = url.hash !== '' && url.pathname === location.pathname && url.search === location.search
      if (url.origin !== location.origin || onlyHash || !isListed(url.pathname)) return
      if (hasMapsKey && isMapPage(url.pathname) && !letsGoogleIn()) return
      event.preventDefault()
      navigate(url.pathname + url.search + url.hash)
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [navigate, hasMapsKey])
}

/**
 * Returns whether this document's route manifest (scripts/manifests.mjs) contains the path's part of the portal (such
 * as `students`) or its public page.
 */
function isListed(path: string): boolean {
  const [, part = ''] = path.split('/')
  return Object.values(window.__remixManifest.routes).some(
    ({ id, path: own = '' }) =>
      id.startsWith(`routes/${part}+/`) || (id.startsWith('routes/_public+/') && own.split('/')[0] === part),
  )
}
