import type { ReactNode } from 'react'
import {
  AccountMenu,
  type NavGroup,
  type NavLink,
  SideNav,
  SiteFooter,
  SkipLink,
  Toast,
  type ToastMessage,
  useMenus,
} from '~/components/ui'

type SchoolShellProps = {
  schoolName: string
  logoUrl: string | null
  staffName: string
  /** The role in a word, as 'Accounts'. */
  role: string
  path: string
  links: readonly NavLink[]
  groups: readonly NavGroup[]
  menuLinks?: readonly NavLink[]
  toast?: (ToastMessage & { closeAfterMs?: number }) | null
  children: ReactNode
}

/** Sidebar, header and footer of the school office. */
export function SchoolShell(props: SchoolShellProps) {
  const { schoolName, path, toast } = props
  useMenus(path)
  return (
    <>
      <SkipLink />
      <div className="shell">
        <SideNav
          homeHref="/school"
          logoUrl={props.logoUrl}
          // One import is a page beside the list of imports, not below it.
          path={path.replace(/^\/school\/imports\b/, '/school/students/import')}
          links={props.links}
          groups={props.groups}
        />
        <div className="page">
          <header className="top">
            <p className="top-name">{schoolName}</p>
            <AccountMenu
              name={props.staffName}
              note={props.role}
              links={props.menuLinks ?? []}
              logoutAction="/school/logout"
            />
          </header>
          <main className="main" id="main" tabIndex={-1}>
            {toast ? <Toast key={toast.id ?? `${toast.title} ${toast.message}`} {...toast} /> : null}
            {props.children}
          </main>
          <SiteFooter name={schoolName} />
        </div>
      </div>
    </>
  )
}
