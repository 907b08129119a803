import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { DeleteQuestion } from '~/components/school/delete-question'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { deleteClass } from '~/models/academics/delete-class.server'
import { findDependents } from '~/models/academics/dependents.server'
import { findClass } from '~/models/academics/queries.server'
import { obstacleToDeleting } from '~/models/academics/rules'
import { isPublicId } from '~/models/shared/public-id.server'

export const handle = pageTitle(() => 'Delete class')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'academics:edit')
  const found = foundOr404(isPublicId(params.id) ? await findClass(scope, params.id) : null)
  const dependents = await findDependents(scope, { kind: 'class', id: found.id })
  return { id: found.publicId, name: found.name, obstacle: obstacleToDeleting(found.name, dependents) }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'academics:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const outcome = await deleteClass(scope, id)
  if (outcome.ok) return redirectWithToast(schoolPaths.classes, { type: 'success', title: 'Deleted!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  return data({ status: 'error' as const, obstacle: 'It has been used in other records since.' }, { status: 422 })
}

export default function DeleteClassPage() {
  const { id, name, obstacle } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <DeleteQuestion
      thing={name}
      consequence="It has no sections, students, fees or exams. It will be deleted permanently."
      obstacle={obstacle ?? refused?.obstacle ?? null}
      backHref={schoolPaths.class(id)}
    />
  )
}
