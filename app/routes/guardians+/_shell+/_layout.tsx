import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { Shell } from '~/components/shell/shell'
import { AccountMenu, Alert, LanguageMenu } from '~/components/ui'
import { paths } from '~/http/paths'
import { requireGuardian } from '~/http/route.server'
import { useRootData } from '~/http/use-root-data'
import { m } from '~/language/paraglide/messages'
import { listGuardianBreaches } from '~/models/breaches/notices.server'
import { guardianLinks } from './__guardian-links'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, name } = await requireGuardian(context, request)
  return { name, breaches: await listGuardianBreaches(scope) }
}

export default function GuardianLayout() {
  const { name, breaches } = useLoaderData<typeof loader>()
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
      <BreachBanner breaches={breaches.filter(({ publicId }) => path !== paths.guardian.breachNotice(publicId))} />
      <Outlet />
    </Shell>
  )
}

type BreachBannerProps = { breaches: ReadonlyArray<{ publicId: string; childName: string }> }

/** Notices that the guardian has not said to have read yet, one for each child whom they concern. */
function BreachBanner({ breaches }: BreachBannerProps) {
  if (breaches.length === 0) return null
  return (
    <Alert tone="bad" title={m.breaches_banner_guardian()}>
      {breaches.map(({ publicId, childName }) => (
        <p key={publicId}>
          <a className="alone" href={paths.guardian.breachNotice(publicId)}>
            {m.breaches_read_of({ name: childName })}
          </a>
        </p>
      ))}
    </Alert>
  )
}
