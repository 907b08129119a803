import type { ReactNode } from 'react'
import {
  AccountMenu,
  ButtonLink,
  type LanguageCode,
  LanguageMenu,
  type NavLink,
  SideNav,
  SiteFooter,
  SkipLink,
  Toast,
  type ToastMessage,
  useMenus,
} from '~/components/ui'
import { m } from '~/language/paraglide/messages'

type StudentShellProps = {
  schoolName: string
  logoUrl: string | null
  studentName: string | null
  /** The student's own small photo. */
  photoUrl: string | null
  signedIn: boolean
  /** The page's own path: marks the current link, and where a chosen language comes back to. */
  path: string
  language: LanguageCode
  /** With data saver on, neither logo nor photo is loaded. */
  dataSaver: boolean
  links: readonly NavLink[]
  moreLinks?: readonly NavLink[]
  menuLinks: readonly NavLink[]
  toast?: (ToastMessage & { closeAfterMs?: number }) | null
  children: ReactNode
}

/** Sidebar, header and footer of everything under /students. */
export function StudentShell(props: StudentShellProps) {
  const { schoolName, path, toast } = props
  useMenus(path)
  const space = schoolName.indexOf(' ')
  return (
    <>
      <SkipLink />
      <div className="shell">
        <SideNav
          homeHref="/students"
          logoUrl={props.dataSaver ? null : props.logoUrl}
          path={path}
          links={props.links}
          moreLinks={props.moreLinks}
        />
        <div className="page">
          <header className="top">
            <p className="top-name">
              {space < 0 ? schoolName : schoolName.slice(0, space)}
              {space < 0 ? null : <span className="wide">{schoolName.slice(space)}</span>}
            </p>
            <LanguageMenu language={props.language} path={path} />
            {props.signedIn ? (
              <AccountMenu
                name={props.studentName ?? m.shell_account()}
                photoUrl={props.dataSaver ? null : props.photoUrl}
                links={props.menuLinks}
                logoutAction="/students/logout"
              />
            ) : (
              <ButtonLink href="/students/login">{m.shell_login()}</ButtonLink>
            )}
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
