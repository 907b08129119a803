import { useLocation, useRouteLoaderData } from '@remix-run/react'
import { currentLanguage } from '~/language/current'
import type { loader } from '~/root'

/** What every shell needs and the root already knows: the waiting toast, the language, data saver, and the page's path. */
export function useRootData() {
  const data = useRouteLoaderData<typeof loader>('root')
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
