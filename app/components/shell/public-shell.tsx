import type { ReactNode } from 'react'
import {
  Brand,
  type LanguageCode,
  LanguageMenu,
  SiteFooter,
  SkipLink,
  Toast,
  type ToastMessage,
  useMenus,
} from '~/components/ui'
import { m } from '~/language/paraglide/messages'

type PublicShellProps = {
  language: LanguageCode
  path: string
  /** Where the mark leads: '/', '/students' or '/school'. */
  homeHref?: string
  /** `text` is a wider column for pages to read; `form` holds one card in the middle. */
  column?: 'form' | 'text'
  toast?: (ToastMessage & { closeAfterMs?: number }) | null
  children: ReactNode
}

/** Pages for people who are not signed in: sign-in and its kin, privacy, terms, support. */
export function PublicShell({ language, path, homeHref = '/', column = 'form', toast, children }: PublicShellProps) {
  useMenus(path)
  return (
    <>
      <SkipLink />
      <div className="plain">
        <header className="top">
          <Brand href={homeHref} />
          {/* The office's pages are English. */}
          {homeHref === '/school' ? null : <LanguageMenu language={language} path={path} />}
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
