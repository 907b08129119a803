import { useNavigate } from '@remix-run/react'
import { useEffect } from 'react'
import { isMapPage, letsGoogleIn } from '~/components/maps/map-document'

/**
 * Turns clicks on plain links into client navigation once enhanced. One listener instead of a router link in every row:
 * forty of those cost a third of the render. Files (`data-file`), other sites, other parts of the portal, pages whose map this document
 * would keep out, new tabs and `data-reload` stay the browser's. A file's link has no attribute `download`: with it Chromium shows nothing of an
 * answer that asks to wait.
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

/** Whether this document's list of routes (scripts/manifests.mjs) has the part of the portal that a path lies in, or its public page. */
function isListed(path: string): boolean {
  const [, part = ''] = path.split('/')
  return Object.values(window.__remixManifest.routes).some(
    ({ id, path: own = '' }) =>
      id.startsWith(`routes/${part}+/`) || (id.startsWith('routes/_public+/') && own.split('/')[0] === part),
  )
}
