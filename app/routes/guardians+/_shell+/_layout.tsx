import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { Shell } from '~/components/shell/shell'
import { AccountMenu, LanguageMenu } from '~/components/ui'
import { paths } from '~/http/paths'
import { requireGuardian } from '~/http/route.server'
import { useRootData } from '~/http/use-root-data'
import { m } from '~/language/paraglide/messages'
import { guardianLinks } from './__guardian-links'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { name } = await requireGuardian(context, request)
  return { name }
}

export default function GuardianLayout() {
  const { name } = useLoaderData<typeof loader>()
  const { toast, language, path } = useRootData()
  const links = guardianLinks()
  const head = (
    <>
      <p className="top-name">{m.shared_app_name()}</p>
      <LanguageMenu language={language} path={path} />
      <AccountMenu name={name} photoUrl={null} links={links} logoutAction={paths.guardian.logout} />
    </>
  )
  return (
    <Shell
      name={m.shared_app_name()}
      path={path}
      nav={{ homeHref: paths.guardian.home, logoUrl: null, path, links, moreLinks: [] }}
      head={head}
      toast={toast}
    >
      <Outlet />
    </Shell>
  )
}
