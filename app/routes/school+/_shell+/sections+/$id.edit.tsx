import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ButtonLink } from '~/components/ui/button'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { classSection, counted } from '~/models/academics/rules'
import { sectionSchema } from '~/models/academics/schema'
import { findSectionView, fullestSession } from '~/models/academics/section-queries.server'
import { teacherChoices } from '~/models/academics/teacher-queries.server'
import { updateSection } from '~/models/academics/update-section.server'
import { isPublicId } from '~/models/shared/public-id.server'
import { SectionForm } from './__section-form'

export const handle = pageTitle(() => 'Edit section', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'academics:edit')
  const section = foundOr404(isPublicId(params.id) ? await findSectionView(scope, params.id) : null)
  return {
    id: section.publicId,
    title: classSection(section.className, section.name),
    teachers: await teacherChoices(scope),
    classes: [{ publicId: section.classPublicId, name: section.className }],
    values: {
      class: section.classPublicId,
      name: section.name,
      capacity: String(section.capacity),
      class_teacher: section.classTeacherPublicId ?? '',
    },
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'academics:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const form = await parseForm(request, sectionSchema)
  if (!form.ok) return form.reply()
  const outcome = await updateSection(scope, id, form.value)
  if (outcome.ok) return redirectWithToast(schoolPaths.section(id), { type: 'success', title: 'Updated!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  if (outcome.reason === 'no-such-teacher') return form.refuse(null, { class_teacher: ['Select a valid teacher'] })
  if (outcome.reason === 'name-taken') {
    return form.refuse(null, { name: ['This class has a section of this name already'] })
  }
  const fullest = await fullestSession(scope, id)
  const seated = fullest ? `${counted(fullest.taken, 'student')} in ${fullest.sessionName}` : 'More students'
  return form.refuse(null, { capacity: [`${seated} are enrolled in this section; move some first`] })
}

export default function EditSectionPage() {
  const { id, title, classes, teachers, values } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={title} />
      <SectionForm
        mode="edit"
        lastResult={useActionData<typeof action>()}
        values={values}
        classes={classes}
        teachers={teachers}
        cancelHref={schoolPaths.section(id)}
        aside={
          <ButtonLink href={schoolPaths.deleteSection(id)} variant="quiet">
            Delete this section
          </ButtonLink>
        }
      />
    </>
  )
}
