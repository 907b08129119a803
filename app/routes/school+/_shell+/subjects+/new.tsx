import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { createSubject } from '~/models/academics/create-subject.server'
import { classChoices } from '~/models/academics/queries.server'
import { subjectSchema } from '~/models/academics/schema'
import { SubjectForm } from './__subject-form'
import { subjectRefusals } from './__subject-refusals.server'

export const handle = pageTitle(() => 'Add subject', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'academics:edit')
  return { classes: await classChoices(scope) }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'academics:edit')
  const form = await parseForm(request, subjectSchema)
  if (!form.ok) return form.reply()
  const outcome = await createSubject(scope, form.value)
  if (!outcome.ok) return form.refuse(null, subjectRefusals[outcome.reason])
  return redirectWithToast(schoolPaths.subjects, { type: 'success', title: 'Created!' })
}

export default function NewSubjectPage() {
  const { classes } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Add subject" />
      <SubjectForm
        mode="new"
        lastResult={useActionData<typeof action>()}
        values={{ name: '', code: '', classes: [] }}
        classes={classes}
        cancelHref={schoolPaths.subjects}
      />
    </>
  )
}
