import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ButtonLink } from '~/components/ui/button'
import { PageHead } from '~/components/ui/page-head'
import { type FieldErrors, parseForm } from '~/http/forms.server'
import { foundOr404 } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { classChoices, sessionChoices } from '~/models/academics/queries.server'
import { examSchema } from '~/models/exams/schema'
import { type UpdateExamRefusal, updateExam } from '~/models/exams/update-exam.server'
import { ExamForm } from './__exam-form'
import { requireExam } from './__exam-guard.server'
import { PublishedAlert } from './__published-alert'

export const handle = pageTitle(() => 'Edit exam', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, exam } = await requireExam(context, request, params.id, 'exams:edit')
  const [sessions, classes] = await Promise.all([sessionChoices(scope), classChoices(scope)])
  return {
    id: exam.publicId,
    published: exam.published,
    sessions: sessions.map(({ publicId, name }) => ({ value: publicId, label: name })),
    classes: classes.map(({ publicId, name }) => ({ value: publicId, label: name })),
    values: {
      name: exam.name,
      description: exam.description ?? '',
      type: exam.type,
      academic_session: exam.sessionPublicId,
      class: exam.classPublicId,
      starts_on: exam.startsOn,
      ends_on: exam.endsOn,
    },
  }
}

const refusals: Record<Exclude<UpdateExamRefusal, 'not-found' | 'published'>, FieldErrors> = {
  'no-such-session': { academic_session: ['Select a valid academic session'] },
  'no-such-class': { class: ['Select a valid class'] },
  'outside-session': { starts_on: ['The days must be within the academic session'] },
  'has-papers': { class: ['The exam has papers: its class and session cannot be changed'] },
  'papers-before': { starts_on: ['A paper is held before this day'] },
  'papers-after': { ends_on: ['A paper is held after this day'] },
  'name-taken': { name: ['This class has an exam of this name in the session already'] },
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope, exam } = await requireExam(context, request, params.id, 'exams:edit')
  const form = await parseForm(request, examSchema)
  if (!form.ok) return form.reply()
  const outcome = await updateExam(scope, exam.publicId, form.value)
  if (outcome.ok) return redirectWithToast(schoolPaths.exam(exam.publicId), { type: 'success', title: 'Updated!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  if (outcome.reason === 'published') return form.refuse('The exam has been published since. Withdraw it first')
  return form.refuse(null, refusals[outcome.reason])
}

export default function EditExamPage() {
  const { id, published, sessions, classes, values } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <PageHead title={values.name} />
      {published ? (
        <PublishedAlert examId={id} />
      ) : (
        <ExamForm
          mode="edit"
          lastResult={lastResult}
          values={values}
          sessions={sessions}
          classes={classes}
          cancelHref={schoolPaths.exam(id)}
          aside={
            <ButtonLink href={schoolPaths.deleteExam(id)} variant="quiet">
              Delete this exam
            </ButtonLink>
          }
        />
      )}
    </>
  )
}
