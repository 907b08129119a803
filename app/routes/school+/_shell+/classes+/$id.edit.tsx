import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ButtonLink } from '~/components/ui/button'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { findClass } from '~/models/academics/queries.server'
import { classSchema } from '~/models/academics/schema'
import { subjectChoices, subjectsOfClass } from '~/models/academics/subject-queries.server'
import { updateClass } from '~/models/academics/update-class.server'
import { isPublicId } from '~/models/shared/public-id.server'
import { ClassForm } from './__class-form'

export const handle = pageTitle(() => 'Edit class', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'academics:edit')
  const found = foundOr404(isPublicId(params.id) ? await findClass(scope, params.id) : null)
  const [subjects, chosen] = await Promise.all([subjectChoices(scope), subjectsOfClass(scope, found.id)])
  return {
    id: found.publicId,
    subjects,
    values: { name: found.name, position: String(found.position), subjects: chosen.map((one) => one.publicId) },
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'academics:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const form = await parseForm(request, classSchema)
  if (!form.ok) return form.reply()
  const outcome = await updateClass(scope, id, form.value)
  if (outcome.ok) return redirectWithToast(schoolPaths.class(id), { type: 'success', title: 'Updated!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  if (outcome.reason === 'no-such-subject') return form.refuse(null, { subjects: ['Select a valid subject'] })
  return form.refuse(null, { name: ['There is a class of this name already'] })
}

export default function EditClassPage() {
  const { id, subjects, values } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={values.name} />
      <ClassForm
        mode="edit"
        lastResult={useActionData<typeof action>()}
        values={values}
        subjects={subjects}
        cancelHref={schoolPaths.class(id)}
        aside={
          <ButtonLink href={schoolPaths.deleteClass(id)} variant="quiet">
            Delete this class
          </ButtonLink>
        }
      />
    </>
  )
}
