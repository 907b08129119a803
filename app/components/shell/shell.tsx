import type { ComponentProps, ReactNode } from 'react'
import { SideNav, SiteFooter, SkipLink, Toast, type ToastMessage, useMenus } from '~/components/ui'

type ShellProps = {
  /** Whose pages these are. */
  name: string
  /** The page's own path. */
  path: string
  nav: ComponentProps<typeof SideNav>
  /** What stands in the header. */
  head: ReactNode
  toast: ToastMessage | null
  children: ReactNode
}

/** Sidebar, header and footer of everything behind a sign-in. */
export function Shell({ name, path, nav, head, toast, children }: ShellProps) {
  useMenus(path)
  return (
    <>
      <SkipLink />
      <div className="shell">
        <SideNav {...nav} />
        <div className="page">
          <header className="top">{head}</header>
          <main className="main" id="main" tabIndex={-1}>
            {toast ? <Toast key={toast.id ?? `${toast.title} ${toast.message}`} {...toast} /> : null}
            {children}
          </main>
          <SiteFooter name={name} />
        </div>
      </div>
    </>
  )
}
