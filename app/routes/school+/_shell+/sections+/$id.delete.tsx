import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { DeleteQuestion } from '~/components/school/delete-question'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { deleteSection } from '~/models/academics/delete-section.server'
import { findDependents } from '~/models/academics/dependents.server'
import { findSection } from '~/models/academics/queries.server'
import { classSection, obstacleToDeleting } from '~/models/academics/rules'
import { isPublicId } from '~/models/shared/public-id.server'

export const handle = pageTitle(() => 'Delete section')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'academics:edit')
  const section = foundOr404(isPublicId(params.id) ? await findSection(scope, params.id) : null)
  const dependents = await findDependents(scope, { kind: 'section', id: section.id })
  const name = classSection(section.className, section.name)
  return { id: section.publicId, name, obstacle: obstacleToDeleting(name, dependents) }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'academics:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const outcome = await deleteSection(scope, id)
  if (outcome.ok) return redirectWithToast(schoolPaths.sections, { type: 'success', title: 'Deleted!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  return data({ status: 'error' as const, obstacle: 'A student has been enrolled in it since.' }, { status: 422 })
}

export default function DeleteSectionPage() {
  const { id, name, obstacle } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <DeleteQuestion
      thing={name}
      consequence="No student is or was enrolled in it. It will be deleted permanently."
      obstacle={obstacle ?? refused?.obstacle ?? null}
      backHref={schoolPaths.section(id)}
    />
  )
}
