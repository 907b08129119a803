import { useNavigation } from '@remix-run/react'
import type { ComponentProps, ReactNode } from 'react'
import { SideNav, SiteFooter, SkipLink, Toast, type ToastMessage, useMenus } from '~/components/ui'
import { m } from '~/language/paraglide/messages'

type ShellProps = {
  /** School's name in the footer. */
  name: string
  path: string
  nav: ComponentProps<typeof SideNav>
  head: ReactNode
  toast: ToastMessage | null
  /** Loading text by path; a path with `?tab=applications` takes precedence on that tab. */
  loadingWords?: Record<string, string>
  /** Dense, full-width layout for pages that people work on all day. */
  isDesk?: true
  children: ReactNode
}

/** Layout of all pages behind a sign-in. */
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
          {/* Once enhanced, a click shows a loading text at once, even on a slow network. A submit button shows its own
              text. */}
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
                // Office messages contain amounts and counts, so they stay: the default of 1.5 s is too short to read
                // them.
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
