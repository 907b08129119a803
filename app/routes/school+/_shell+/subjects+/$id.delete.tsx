import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { DeleteQuestion } from '~/components/school/delete-question'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { deleteSubject } from '~/models/academics/delete-subject.server'
import { findDependents } from '~/models/academics/dependents.server'
import { obstacleToDeleting } from '~/models/academics/rules'
import { findSubject } from '~/models/academics/subject-queries.server'
import { isPublicId } from '~/models/shared/public-id.server'

export const handle = pageTitle(() => 'Delete subject')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'academics:edit')
  const subject = foundOr404(isPublicId(params.id) ? await findSubject(scope, params.id) : null)
  const dependents = await findDependents(scope, { kind: 'subject', id: subject.id })
  return { id: subject.publicId, name: subject.name, obstacle: obstacleToDeleting(subject.name, dependents) }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'academics:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const outcome = await deleteSubject(scope, id)
  if (outcome.ok) return redirectWithToast(schoolPaths.subjects, { type: 'success', title: 'Deleted!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  return data({ status: 'error' as const, obstacle: 'A class studies it now.' }, { status: 422 })
}

export default function DeleteSubjectPage() {
  const { id, name, obstacle } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <DeleteQuestion
      thing={name}
      consequence="No class studies it and no exam has a paper in it. It will be deleted permanently."
      obstacle={obstacle ?? refused?.obstacle ?? null}
      backHref={schoolPaths.subject(id)}
    />
  )
}
