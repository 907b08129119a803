import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { type FieldErrors, parseForm } from '~/http/forms.server'
import { foundOr404 } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { classChoices, sessionChoices } from '~/models/academics/queries.server'
import { counted } from '~/models/academics/rules'
import { type CopyExamRefusal, copyExam } from '~/models/exams/copy-exam.server'
import { copyExamSchema } from '~/models/exams/schema'
import { CopyExamForm } from './__copy-exam-form'
import { requireExam } from './__exam-guard.server'
import { nameTaken } from './__exam-refusals.server'

export const handle = pageTitle(() => 'Copy exam', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, exam } = await requireExam(context, request, params.id, 'exams:edit')
  const [sessions, classes] = await Promise.all([sessionChoices(scope), classChoices(scope)])
  return {
    id: exam.publicId,
    name: exam.name,
    context: `${exam.className}, ${exam.sessionName}`,
    sessions: sessions.map(({ publicId, name }) => ({ value: publicId, label: name })),
    classes: classes.map(({ publicId, name }) => ({ value: publicId, label: name })),
    values: { name: exam.name, academic_session: exam.sessionPublicId, starts_on: exam.startsOn, classes: [] },
  }
}

const refusals: Record<Exclude<CopyExamRefusal, 'not-found' | 'name-taken'>, FieldErrors> = {
  'no-such-session': { academic_session: ['Select a valid academic session'] },
  'no-such-class': { classes: ['Select a valid class'] },
  'outside-session': { starts_on: ['The days of the copy must be within the academic session'] },
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope, exam } = await requireExam(context, request, params.id, 'exams:edit')
  const form = await parseForm(request, copyExamSchema)
  if (!form.ok) return form.reply()
  const { name, academic_session, starts_on, classes } = form.value
  const wish = { name, academicSession: academic_session, startsOn: starts_on, classes }
  const outcome = await copyExam(scope, exam.publicId, wish)
  if (!outcome.ok) {
    if (outcome.reason === 'not-found') return foundOr404(null)
    return form.refuse(null, outcome.reason === 'name-taken' ? await nameTaken(scope, wish) : refusals[outcome.reason])
  }
  const { made, left } = outcome.value
  const rest = left.length === 0 ? '' : ` Not copied: ${left.join(', ')}.`
  const message = `${counted(made, 'exam')} created.${rest}`
  return redirectWithToast(schoolPaths.exams, { type: 'success', title: 'Created!', message })
}

export default function CopyExamPage() {
  const { id, name, context, sessions, classes, values } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={`Copy ${name}`} context={context} />
      <CopyExamForm
        lastResult={useActionData<typeof action>()}
        values={values}
        sessions={sessions}
        classes={classes}
        cancelHref={schoolPaths.exam(id)}
      />
    </>
  )
}
