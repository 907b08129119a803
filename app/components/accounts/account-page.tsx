import type { ReactNode } from 'react'
import { PublicShell } from '~/components/shell/public-shell'
import { accountPaths, type Side } from '~/http/paths'
import { useRootData } from '~/http/use-root-data'

type AccountPageProps = { side: Side; title: string; children: ReactNode }

/** One card for one thing to do: sign-in and its kin, of both roles. */
export function AccountPage({ side, title, children }: AccountPageProps) {
  const { language, address, toast } = useRootData()
  return (
    <PublicShell language={language} path={address} homeHref={accountPaths[side].home} toast={toast}>
      <h1>{title}</h1>
      {children}
    </PublicShell>
  )
}
