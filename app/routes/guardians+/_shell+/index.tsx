import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Alert, ButtonLink, EmptyState, LinkParagraph, PageHead } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { requireGuardian } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { listSuspended } from '~/models/core/schools/suspended.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { findChildrenAtHome } from '~/models/entry/dashboard/children-at-home.server'
import { ChildCard } from './__child-card'

export const handle = pageTitle(() => m.guardians_children())

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, hasSuspended } = await requireGuardian(context, request)
  return {
    children: await findChildrenAtHome(scope, todayInIndia(new Date())),
    suspended: hasSuspended ? await listSuspended(scope) : [],
    opened: new URL(request.url).searchParams.get('opened'),
  }
}

export default function GuardianHomePage() {
  const { children, suspended, opened } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={m.guardians_children()} context={m.guardians_children_context()} />
      {opened === 'another' ? (
        <Alert tone="warn" title={m.guardians_another_title()} text={m.guardians_another_text()} />
      ) : null}
      {opened === 'closed' ? (
        <Alert tone="warn" title={m.guardians_closed_title()} text={m.guardians_closed_text()} />
      ) : null}
      {suspended.map(({ publicId, name }) => (
        <Alert key={publicId} tone="warn" title={m.guardians_suspended({ school: name })}>
          <LinkParagraph href={paths.suspended(publicId)} label={m.guardians_suspended_more()} />
        </Alert>
      ))}
      {children.length === 0 ? (
        <EmptyState
          icon="user"
          title={m.guardians_none()}
          text={m.guardians_none_text()}
          action={
            <ButtonLink href={paths.guardian.activate} variant="secondary" label={m.guardians_activate_title()} />
          }
        />
      ) : (
        <div className="stack">
          {children.map((child) => (
            <ChildCard key={child.publicId} child={child} />
          ))}
        </div>
      )}
    </>
  )
}
