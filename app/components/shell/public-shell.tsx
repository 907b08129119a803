import type { ReactNode } from 'react'
import { accountPaths } from '~/addresses/paths'
import { Brand, LanguageMenu, SiteFooter, SkipLink, Toast, type ToastMessage, useMenus } from '~/components/ui'
import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'

type PublicShellProps = {
  language: Language
  path: string
  /** Link of the logo: '/', '/students' or '/school'. */
  homeHref?: string
  /** `text` is a wider column for reading; `form` centres one card. */
  column?: 'form' | 'text'
  toast?: (ToastMessage & { closeAfterMs?: number }) | null
  children: ReactNode
}

/** Layout of pages without sign-in: sign-in, password reset, privacy, terms, support. */
export function PublicShell({ language, path, homeHref = '/', column = 'form', toast, children }: PublicShellProps) {
  useMenus(path)
  return (
    <>
      <SkipLink />
      <div className="plain">
        <header className="top">
          <Brand href={homeHref} />
          {/* The office's pages exist only in English. */}
          {homeHref === accountPaths.school.home ? null : <LanguageMenu language={language} path={path} />}
        </header>
        <main className={column === 'text' ? 'plain-wide' : undefined} id="main" tabIndex={-1}>
          {toast ? <Toast key={toast.id ?? `${toast.title} ${toast.message}`} {...toast} /> : null}
          <div className={column === 'text' ? 'card prose' : 'card'}>{children}</div>
        </main>
        <SiteFooter name={m.shared_app_name()} />
      </div>
    </>
  )
}
