import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { Shell } from '~/components/shell/shell'
import { AccountMenu, Alert, LanguageMenu, LinkParagraph } from '~/components/ui'
import { paths } from '~/http/paths'
import { requireGuardian } from '~/http/route.server'
import { useRootData } from '~/http/use-root-data'
import { m } from '~/language/paraglide/messages'
import { guardianLinks } from './__guardian-links'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { name, breachNotice, hasAnswers } = await requireGuardian(context, request)
  return { name, breachNotice, hasAnswers }
}

export default function GuardianLayout() {
  const { name, breachNotice, hasAnswers } = useLoaderData<typeof loader>()
  const { toast, language, path } = useRootData()
  const links = guardianLinks({ hasAnswers })
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
      {breachNotice && path !== paths.guardian.breachNotice(breachNotice) ? (
        <Alert tone="bad" title={m.breaches_banner_guardian()}>
          <LinkParagraph href={paths.guardian.breachNotice(breachNotice)} label={m.breaches_read()} />
        </Alert>
      ) : null}
      <Outlet />
    </Shell>
  )
}
