import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ButtonLink, EmptyState, PageHead } from '~/components/ui'
import { type FieldErrors, foundOr404, parseForm, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { shownValues } from '~/kit/forms/fields'
import { formatDay } from '~/models/core/shared/calendar'
import { counted } from '~/models/core/shared/counted'
import { paperForm } from '~/models/learning/exams/exam-fields'
import { papersSchema } from '~/models/learning/exams/exam-schema.server'
import { proposeDays, publishedObstacle } from '~/models/learning/exams/paper-rules'
import { addPapers, papersOfExam, subjectsWithoutPaper } from '~/models/learning/exams/papers.server'
import { requireExam } from './__exam-guard.server'
import { PapersForm } from './__papers-form'
import { PublishedAlert } from './__published-alert'

export const handle = pageTitle(() => 'Add papers', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, exam } = await requireExam(context, request, params.id, 'exams:edit')
  const [papers, subjects] = await Promise.all([papersOfExam(scope, exam.id), subjectsWithoutPaper(scope, exam)])
  // The values of the first existing paper are the most likely ones for the others.
  const like = papers[0]
  const days = proposeDays(
    exam,
    papers.map((paper) => paper.heldOn),
    subjects.length,
  )
  return {
    id: exam.publicId,
    name: `${exam.name}, ${exam.className}`,
    days: `${formatDay(exam.startsOn, 'en')} to ${formatDay(exam.endsOn, 'en')}`,
    published: exam.published,
    classId: exam.class,
    subjects: Object.fromEntries(subjects.map((one) => [one.publicId, one.name])),
    rows: subjects.map((subject, index) => ({
      ...shownValues(paperForm, { ...like, heldOn: days[index] ?? exam.startsOn }),
      subject: subject.publicId,
      add: 'on',
    })),
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope, exam } = await requireExam(context, request, params.id, 'exams:edit')
  const form = await parseForm(request, papersSchema)
  if (!form.ok) return form.reply()
  if (form.value.length === 0) return form.refuse('Tick the subjects that get a paper')
  const outcome = await addPapers(scope, exam.publicId, form.value)
  if (!outcome.ok) {
    if (outcome.reason === 'not-found') return foundOr404(null)
    const takenMessage = 'One of the subjects already has a paper in this exam. Open this page again'
    return form.refuse(outcome.reason === 'published' ? publishedObstacle : takenMessage)
  }
  const { added, problems } = outcome.value
  if (problems.length > 0) {
    const errors: FieldErrors = {}
    for (const { row, field, message } of problems)
      errors[`papers[${row}].${field === 'add' ? field : paperForm.fields[field].name}`] = [message]
    return form.refuse(null, errors)
  }
  return redirectWithToast(schoolPaths.exam(exam.publicId), {
    type: 'success',
    title: 'Created!',
    message: `${counted(added, 'paper')} added.`,
  })
}

export default function NewPapersPage() {
  const { id, name, days, published, classId, subjects, rows } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <PageHead title="Add papers" context={`${name}: ${days}. The dates are suggestions.`} />
      {published ? (
        <PublishedAlert examId={id} />
      ) : rows.length === 0 && !lastResult ? (
        <EmptyState
          icon="book"
          title="Every subject of the class has a paper"
          text="If a subject is missing, first tick it in the class."
          action={<ButtonLink href={schoolPaths.editClass(classId)} label="Edit class" />}
        />
      ) : (
        <PapersForm lastResult={lastResult} rows={rows} subjects={subjects} cancelHref={schoolPaths.exam(id)} />
      )}
    </>
  )
}
