import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ButtonLink } from '~/components/ui/button'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { classChoices } from '~/models/academics/queries.server'
import { subjectSchema } from '~/models/academics/schema'
import { classesOfSubject, findSubject } from '~/models/academics/subject-queries.server'
import { updateSubject } from '~/models/academics/update-subject.server'
import { isPublicId } from '~/models/shared/public-id.server'
import { SubjectForm } from './__subject-form'
import { subjectRefusals } from './__subject-refusals.server'

export const handle = pageTitle(() => 'Edit subject', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'academics:edit')
  const subject = foundOr404(isPublicId(params.id) ? await findSubject(scope, params.id) : null)
  const [classes, chosen] = await Promise.all([classChoices(scope), classesOfSubject(scope, subject.id)])
  return {
    id: subject.publicId,
    classes,
    values: { name: subject.name, code: subject.code ?? '', classes: chosen.map((one) => one.publicId) },
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'academics:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const form = await parseForm(request, subjectSchema)
  if (!form.ok) return form.reply()
  const outcome = await updateSubject(scope, id, form.value)
  if (outcome.ok) return redirectWithToast(schoolPaths.subject(id), { type: 'success', title: 'Updated!' })
  return outcome.reason === 'not-found' ? foundOr404(null) : form.refuse(null, subjectRefusals[outcome.reason])
}

export default function EditSubjectPage() {
  const { id, classes, values } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={values.name} />
      <SubjectForm
        mode="edit"
        lastResult={useActionData<typeof action>()}
        values={values}
        classes={classes}
        cancelHref={schoolPaths.subject(id)}
        aside={
          <ButtonLink href={schoolPaths.deleteSubject(id)} variant="quiet">
            Delete this subject
          </ButtonLink>
        }
      />
    </>
  )
}
