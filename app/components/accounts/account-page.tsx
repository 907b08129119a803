import type { ReactNode } from 'react'
import { PublicShell } from '~/components/shell/public-shell'
import type { ToastMessage } from '~/components/ui'
import { accountPaths } from '~/http/paths'
import type { Language } from '~/language/language'

type AccountPageProps = {
  side: 'student' | 'school'
  title: string
  /** What the root knows (`useRootData`). */
  root: { language: Language; address: string; toast: ToastMessage | null }
  children: ReactNode
}

/** One card for one thing to do: sign-in and its kin, of both roles. */
export function AccountPage({ side, title, root, children }: AccountPageProps) {
  return (
    <PublicShell language={root.language} path={root.address} homeHref={accountPaths[side].home} toast={root.toast}>
      <h1>{title}</h1>
      {children}
    </PublicShell>
  )
}
