import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ButtonLink } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { PageHead } from '~/components/ui/page-head'
import { type FieldErrors, parseForm } from '~/http/forms.server'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { classChoices, sessionChoices } from '~/models/academics/queries.server'
import { counted } from '~/models/academics/rules'
import { type CreateExamsRefusal, createExams } from '~/models/exams/create-exams.server'
import { newExamSchema } from '~/models/exams/schema'
import { ExamForm } from './__exam-form'
import { nameTaken } from './__exam-refusals.server'

export const handle = pageTitle(() => 'Add exam', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'exams:edit')
  const [sessions, classes] = await Promise.all([sessionChoices(scope), classChoices(scope)])
  return {
    sessions: sessions.map(({ publicId, name }) => ({ value: publicId, label: name })),
    classes: classes.map(({ publicId, name }) => ({ value: publicId, label: name })),
  }
}

const refusals: Record<Exclude<CreateExamsRefusal, 'name-taken'>, FieldErrors> = {
  'no-such-session': { academic_session: ['Select a valid academic session'] },
  'no-such-class': { classes: ['Select a valid class'] },
  'outside-session': { starts_on: ['The days must be within the academic session'] },
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'exams:edit')
  const form = await parseForm(request, newExamSchema)
  if (!form.ok) return form.reply()
  const outcome = await createExams(scope, form.value)
  if (!outcome.ok) {
    if (outcome.reason !== 'name-taken') return form.refuse(null, refusals[outcome.reason])
    const { name, academic_session: academicSession, classes } = form.value
    return form.refuse(null, await nameTaken(scope, { name, academicSession, classes }))
  }
  const [first = '', ...more] = outcome.value
  if (more.length > 0) {
    const message = `${counted(more.length + 1, 'exam')} created. Each needs its papers.`
    return redirectWithToast(schoolPaths.exams, { type: 'success', title: 'Created!', message })
  }
  return redirectWithToast(schoolPaths.newPapers(first), { type: 'success', title: 'Created!' })
}

export default function NewExamPage() {
  const { sessions, classes } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <PageHead title="Add exam" context="Its papers come next." />
      {sessions.length === 0 || classes.length === 0 ? (
        <EmptyState
          icon="school"
          title="First add an academic session and a class"
          text="An exam belongs to a class in a session."
          action={
            sessions.length === 0 ? (
              <ButtonLink href={schoolPaths.newSession}>Add session</ButtonLink>
            ) : (
              <ButtonLink href={schoolPaths.newClass}>Add class</ButtonLink>
            )
          }
        />
      ) : (
        <ExamForm
          mode="new"
          lastResult={lastResult}
          values={{ academic_session: sessions[0]?.value, classes: [] }}
          sessions={sessions}
          classes={classes}
          cancelHref={schoolPaths.exams}
        />
      )}
    </>
  )
}
