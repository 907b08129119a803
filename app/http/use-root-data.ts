import { useLocation, useRouteLoaderData } from '@remix-run/react'
import { currentLanguage } from '~/language/current'
import type { Language } from '~/language/language'

/** What the root's loader answers, once for all pages. */
export interface RootData {
  toast: { id: string; type: 'success' | 'error' | 'info'; title: string; message?: string } | null
  language: Language
  dataSaver: boolean
  /** Path and query that the answer is for: the browser takes over only where it still is (entry.client.tsx). */
  rendered: string
}

/** What every shell needs and the root already knows: the waiting toast, the language, data saver, and the page's path. */
export function useRootData() {
  const data = useRouteLoaderData<RootData>('root')
  const { pathname, search } = useLocation()
  return {
    toast: data?.toast ?? null,
    language: data?.language ?? currentLanguage(),
    dataSaver: data?.dataSaver ?? false,
    path: pathname,
    /** The page's address with its query, to come back to after a language was chosen. */
    address: pathname + search,
  }
}
