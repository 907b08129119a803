import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ButtonLink } from '~/components/ui/button'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { findSession } from '~/models/academics/queries.server'
import { academicSessionSchema } from '~/models/academics/schema'
import { warningsAbout } from '~/models/academics/session-warnings.server'
import { updateSession } from '~/models/academics/update-session.server'
import { isPublicId } from '~/models/shared/public-id.server'
import { SessionForm } from './__session-form'

export const handle = pageTitle(() => 'Edit academic session', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'academics:edit')
  const session = foundOr404(isPublicId(params.id) ? await findSession(scope, params.id) : null)
  return {
    id: session.publicId,
    values: {
      name: session.name,
      starts_on: session.startsOn,
      ends_on: session.endsOn,
      is_current: session.isCurrent,
    },
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'academics:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const form = await parseForm(request, academicSessionSchema)
  if (!form.ok) return form.reply()
  const outcome = await updateSession(scope, id, form.value)
  if (outcome.ok) {
    const message = (await warningsAbout(scope, id)).join(' ') || undefined
    return redirectWithToast(schoolPaths.session(id), { type: 'success', title: 'Updated!', message })
  }
  if (outcome.reason === 'name-taken') {
    return form.refuse(null, { name: ['There is a session of this name already'] })
  }
  if (outcome.reason === 'must-stay-current') {
    return form.refuse(null, { is_current: ['Make another session the current one instead; a school always has one'] })
  }
  return foundOr404(null)
}

export default function EditSessionPage() {
  const { id, values } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={`Academic session ${values.name}`} />
      <SessionForm
        mode="edit"
        cancelHref={schoolPaths.session(id)}
        lastResult={useActionData<typeof action>()}
        values={values}
        aside={
          <ButtonLink href={schoolPaths.deleteSession(id)} variant="quiet">
            Delete this session
          </ButtonLink>
        }
      />
    </>
  )
}
