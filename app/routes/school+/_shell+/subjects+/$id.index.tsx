import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ButtonLink, Card, PageHead } from '~/components/ui'
import { foundOr404, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { classesOfSubject, findSubject } from '~/models/people/academics/queries.server'
import { mayStaff } from '~/models/people/accounts/staff/permissions'

export const handle = pageTitle<{ name: string } | undefined>((data) => data?.name ?? 'Subject')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'academics:view')
  const { id, publicId, name, code } = foundOr404(isPublicId(params.id) ? await findSubject(scope, params.id) : null)
  return { publicId, name, code, classes: await classesOfSubject(scope, id), mayEdit: mayStaff(role, 'academics:edit') }
}

export default function SubjectPage() {
  const { publicId, name, code, classes, mayEdit } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title={name}
        context={code ? `Code ${code}` : undefined}
        action={mayEdit ? <ButtonLink href={schoolPaths.editSubject(publicId)}>Edit subject</ButtonLink> : undefined}
      />
      <Card title="Classes that study it">
        {classes.length > 0 ? (
          <ul>
            {classes.map((one) => (
              <li key={one.publicId}>
                <a className="alone" href={schoolPaths.class(one.publicId)}>
                  {one.name}
                </a>
              </li>
            ))}
          </ul>
        ) : (
          <p>{mayEdit ? 'No class yet: edit the subject and tick its classes.' : 'No class studies it yet.'}</p>
        )}
      </Card>
    </>
  )
}
