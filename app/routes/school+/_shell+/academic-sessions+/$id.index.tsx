import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listHref } from '~/components/school/list-href'
import { Alert, Badge, ButtonLink, Card, DefinitionList, PageHead } from '~/components/ui'
import { foundOr404, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { formatDay } from '~/models/core/shared/calendar'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { sessions, warningsAbout } from '~/models/people/academics/sessions.server'
import { mayStaff } from '~/models/people/accounts/staff/permissions'

export const handle = pageTitle<Awaited<ReturnType<typeof loader>> | undefined>((data) =>
  data ? `Academic session ${data.session.name}` : 'Academic session',
)

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'academics:view')
  const found = foundOr404(isPublicId(params.id) ? await sessions.find(scope, params.id) : null)
  const { publicId, name, startsOn, endsOn, isCurrent, students, fees } = found
  return {
    session: { publicId, name, startsOn, endsOn, isCurrent },
    warnings: await warningsAbout(scope, publicId),
    students,
    fees: mayStaff(role, 'fees:view') ? fees : null,
    mayEdit: mayStaff(role, 'academics:edit'),
  }
}

export default function SessionPage() {
  const { session, warnings, students, fees, mayEdit } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title={`Academic session ${session.name}`}
        action={
          mayEdit ? <ButtonLink href={schoolPaths.editSession(session.publicId)}>Edit session</ButtonLink> : undefined
        }
      />
      <div className="stack">
        {warnings.length > 0 ? (
          <Alert tone="warn" title="Check the dates of this session">
            {warnings.map((warning) => (
              <p key={warning}>{warning}</p>
            ))}
          </Alert>
        ) : null}
        <Card
          title="This session"
          aside={session.isCurrent ? <Badge tone="good">Current</Badge> : <Badge tone="neutral">Not current</Badge>}
        >
          <div className="stack">
            <DefinitionList
              items={[
                { label: 'First day', value: formatDay(session.startsOn, 'en') },
                { label: 'Last day', value: formatDay(session.endsOn, 'en') },
                { label: 'Students', value: students },
                ...(fees === null ? [] : [{ label: 'Fees', value: fees }]),
              ]}
            />
            <div className="actions">
              <ButtonLink variant="secondary" href={listHref(schoolPaths.students, { session: session.publicId })}>
                Students of this session
              </ButtonLink>
              {fees === null ? null : (
                <ButtonLink variant="secondary" href={listHref(schoolPaths.fees, { session: session.publicId })}>
                  Fees of this session
                </ButtonLink>
              )}
            </div>
          </div>
        </Card>
      </div>
    </>
  )
}
