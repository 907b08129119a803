import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ButtonLink } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { createSection } from '~/models/academics/create-section.server'
import { usualSection } from '~/models/academics/options'
import { classChoices } from '~/models/academics/queries.server'
import { sectionSchema } from '~/models/academics/schema'
import { teacherChoices } from '~/models/academics/teacher-queries.server'
import { publicIdOf } from '~/models/shared/public-id.server'
import { SectionForm } from './__section-form'

export const handle = pageTitle(() => 'Add section', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'academics:edit')
  const asked = publicIdOf(new URL(request.url).searchParams, 'class')
  const [classes, teachers] = await Promise.all([classChoices(scope), teacherChoices(scope)])
  return { classes, teachers, values: { class: asked, name: '', capacity: String(usualSection), class_teacher: '' } }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'academics:edit')
  const form = await parseForm(request, sectionSchema)
  if (!form.ok) return form.reply()
  const outcome = await createSection(scope, form.value)
  if (outcome.ok) return redirectWithToast(schoolPaths.sections, { type: 'success', title: 'Created!' })
  if (outcome.reason === 'no-such-teacher') return form.refuse(null, { class_teacher: ['Select a valid teacher'] })
  return outcome.reason === 'no-such-class'
    ? form.refuse(null, { class: ['Select a valid class'] })
    : form.refuse(null, { name: ['This class has a section of this name already'] })
}

export default function NewSectionPage() {
  const { classes, teachers, values } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <PageHead title="Add section" />
      {classes.length === 0 ? (
        <EmptyState
          icon="school"
          title="First add a class"
          text="A section belongs to a class, and there is no class yet."
          action={<ButtonLink href={schoolPaths.newClass}>Add class</ButtonLink>}
        />
      ) : (
        <SectionForm
          mode="new"
          lastResult={lastResult}
          values={values}
          classes={classes}
          teachers={teachers}
          cancelHref={schoolPaths.sections}
        />
      )}
    </>
  )
}
