import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { createClass } from '~/models/academics/create-class.server'
import { nextPosition } from '~/models/academics/queries.server'
import { classSchema } from '~/models/academics/schema'
import { subjectChoices } from '~/models/academics/subject-queries.server'
import { ClassForm } from './__class-form'

export const handle = pageTitle(() => 'Add class', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'academics:edit')
  const [position, subjects] = await Promise.all([nextPosition(scope), subjectChoices(scope)])
  return { subjects, values: { name: '', position: String(position), subjects: [] } }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'academics:edit')
  const form = await parseForm(request, classSchema)
  if (!form.ok) return form.reply()
  const outcome = await createClass(scope, form.value)
  if (outcome.ok) return redirectWithToast(schoolPaths.classes, { type: 'success', title: 'Created!' })
  if (outcome.reason === 'no-such-subject') return form.refuse(null, { subjects: ['Select a valid subject'] })
  return form.refuse(null, { name: ['There is a class of this name already'] })
}

export default function NewClassPage() {
  const { subjects, values } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Add class" />
      <ClassForm
        mode="new"
        lastResult={useActionData<typeof action>()}
        values={values}
        subjects={subjects}
        cancelHref={schoolPaths.classes}
      />
    </>
  )
}
