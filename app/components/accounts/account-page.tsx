import type { ReactNode } from 'react'
import { accountPaths, type Side } from '~/addresses/paths'
import { PublicShell } from '~/components/shell/public-shell'
import { useRootData } from '~/http/use-root-data'

type AccountPageProps = { side: Side; title: string; children: ReactNode }

/** Page with a single task, such as sign-in, for every side of the portal. */
export function AccountPage({ side, title, children }: AccountPageProps) {
  const { language, address, toast } = useRootData()
  return (
    <PublicShell language={language} path={address} homeHref={accountPaths[side].home} toast={toast}>
      <h1>{title}</h1>
      {children}
    </PublicShell>
  )
}
