import { useNavigation } from '@remix-run/react'
import type { ComponentProps, ReactNode } from 'react'
import { SideNav, SiteFooter, SkipLink, Toast, type ToastMessage, useMenus } from '~/components/ui'
import { m } from '~/language/paraglide/messages'

type ShellProps = {
  /** Whose pages these are. */
  name: string
  /** The page's own path. */
  path: string
  nav: ComponentProps<typeof SideNav>
  /** What stands in the header. */
  head: ReactNode
  toast: ToastMessage | null
  /** What is said while a page is on its way, by its path, with `?tab=applications` where that tab says something else. */
  loadingWords?: Record<string, string>
  /** Dense, and as wide as the window, where there is room: pages that people work at all day. */
  isDesk?: true
  children: ReactNode
}

/** Sidebar, header and footer of everything behind a sign-in. */
export function Shell({ name, path, nav, head, toast, loadingWords, isDesk, children }: ShellProps) {
  useMenus(path)
  const { location: to, formMethod } = useNavigation()
  const wordsFor = ({ pathname, search }: { pathname: string; search: string }) =>
    (search.includes('tab=applications') && loadingWords?.[`${pathname}?tab=applications`]) ||
    (loadingWords?.[pathname] ?? m.shared_loading())
  return (
    <>
      <SkipLink />
      <div className={isDesk ? 'shell desk' : 'shell'}>
        <SideNav {...nav} />
        <div className="page">
          <header className="top">{head}</header>
          {/* Once enhanced: a tap is answered at once, however slow the network. A form's button says itself what it does. */}
          {to ? (
            <p className="busy" role="status">
              {formMethod === undefined || formMethod === 'GET' ? wordsFor(to) : null}
            </p>
          ) : null}
          <main className="main" id="main" tabIndex={-1} aria-busy={to ? true : undefined}>
            {toast ? (
              <Toast
                key={toast.id ?? `${toast.title} ${toast.message}`}
                {...toast}
                // Money to hand back, how many were made: 1.5 s are too short to read it.
                stays={isDesk && toast.message ? true : undefined}
              />
            ) : null}
            {children}
          </main>
          <SiteFooter name={name} />
        </div>
      </div>
    </>
  )
}
