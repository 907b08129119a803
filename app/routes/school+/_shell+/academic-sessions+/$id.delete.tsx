import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { DeleteQuestion } from '~/components/school/delete-question'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { deleteSession } from '~/models/academics/delete-session.server'
import { findDependents } from '~/models/academics/dependents.server'
import { findSession } from '~/models/academics/queries.server'
import { obstacleToDeleting } from '~/models/academics/rules'
import { isPublicId } from '~/models/shared/public-id.server'

export const handle = pageTitle(() => 'Delete academic session')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'academics:edit')
  const session = foundOr404(isPublicId(params.id) ? await findSession(scope, params.id) : null)
  const dependents = await findDependents(scope, { kind: 'session', id: session.id })
  return { id: session.publicId, name: session.name, obstacle: obstacleToDeleting(session.name, dependents) }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'academics:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const outcome = await deleteSession(scope, id)
  if (outcome.ok) return redirectWithToast(schoolPaths.sessions, { type: 'success', title: 'Deleted!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  const obstacle =
    outcome.reason === 'current'
      ? 'It is the current session; make another one current first.'
      : 'It has been used in other records since.'
  return data({ status: 'error' as const, obstacle }, { status: 422 })
}

export default function DeleteSessionPage() {
  const { id, name, obstacle } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <DeleteQuestion
      thing={`Academic session ${name}`}
      consequence="Nothing is recorded in this session. It will be deleted permanently."
      obstacle={obstacle ?? refused?.obstacle ?? null}
      backHref={schoolPaths.session(id)}
    />
  )
}
