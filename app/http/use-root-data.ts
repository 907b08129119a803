import { useLocation, useRouteLoaderData } from '@remix-run/react'
import { currentLanguage } from '~/language/current'
import type { Language } from '~/language/language'

export interface RootData {
  toast: { id: string; type: 'success' | 'error' | 'info'; title: string; message?: string } | null
  language: Language
  dataSaver: boolean
  /**
   * Path and query of the rendered document; the scripts take over only if the browser still has this address
   * (entry.client.tsx).
   */
  rendered: string
}

export function useRootData() {
  const data = useRouteLoaderData<RootData>('root')
  const { pathname, search } = useLocation()
  return {
    toast: data?.toast ?? null,
    language: data?.language ?? currentLanguage(),
    dataSaver: data?.dataSaver ?? false,
    path: pathname,
    /** The page's address with its query, to return to after a language change. */
    address: pathname + search,
  }
}
