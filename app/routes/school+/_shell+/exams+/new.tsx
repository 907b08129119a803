import { useLoaderData } from '@remix-run/react'
import { ButtonLink, EmptyState, PageHead } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { FormPage } from '~/kit/pages/form-page'
import { counted } from '~/models/core/shared/counted'
import { newExamForm, newExamRefusals } from '~/models/learning/exams/exam-fields'
import { newExamSchema } from '~/models/learning/exams/exam-schema.server'
import { createExams } from '~/models/learning/exams/exams.server'
import { examChoices } from './__choices.server'

export const handle = pageTitle(() => 'Add exam', { hasForm: true })

const page = creating({
  may: 'exams:edit',
  form: newExamForm,
  schema: newExamSchema,
  more: (_, scope) => examChoices(scope),
  start: (_scope, _query, _staff, _parent, more) => ({ academicSession: more.academicSession.options[0]?.value ?? '' }),
  create: (scope, _formKey, values) => createExams(scope, values),
  refusals: newExamRefusals,
  created: (examIds) => (examIds.includes(',') ? schoolPaths.exams : schoolPaths.newPapers(examIds)),
  message: (_, { value }) =>
    value.length > 1 ? `${counted(value.length, 'exam')} created. Each needs its papers.` : undefined,
})
export const loader = page.loader
export const action = page.action

const context = 'Its papers come next.'

export default function NewExamPage() {
  const { more } = useLoaderData<typeof loader>()
  const hasSession = more.academicSession.options.length > 0
  if (hasSession && more.class.options.length > 0)
    return <FormPage form={newExamForm} context={context} cancelHref={schoolPaths.exams} known={more} />
  return (
    <>
      <PageHead title="Add exam" context={context} />
      <EmptyState
        icon="school"
        title="First add an academic session and a class"
        text="An exam belongs to a class in a session."
        action={
          hasSession ? (
            <ButtonLink href={schoolPaths.newClass} label="Add class" />
          ) : (
            <ButtonLink href={schoolPaths.newSession} label="Add session" />
          )
        }
      />
    </>
  )
}
