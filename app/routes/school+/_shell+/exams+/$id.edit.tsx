import { useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { FormPage } from '~/kit/pages/form-page'
import { examForm, examRefusals } from '~/models/learning/exams/exam-fields'
import { findExam } from '~/models/learning/exams/exam-queries.server'
import { examSchema } from '~/models/learning/exams/exam-schema.server'
import { updateExam } from '~/models/learning/exams/exams.server'
import { examChoices } from './__choices.server'
import { PublishedAlert } from './__published-alert'

export const handle = pageTitle(() => 'Edit exam', { hasForm: true })

const page = editing({
  may: 'exams:edit',
  form: examForm,
  schema: examSchema,
  find: findExam,
  more: async ({ published }, scope) => ({ published, known: await examChoices(scope) }),
  update: updateExam,
  refusals: examRefusals,
  updated: schoolPaths.exam,
})
export const loader = page.loader
export const action = page.action

export default function EditExamPage() {
  const { at, values, more } = useLoaderData<typeof loader>()
  const title = String(values.name)
  if (more.published)
    return (
      <>
        <PageHead title={title} />
        <PublishedAlert examId={at} />
      </>
    )
  return (
    <FormPage
      form={examForm}
      title={title}
      cancelHref={schoolPaths.exam(at)}
      deleteHref={schoolPaths.deleteExam(at)}
      known={more.known}
    />
  )
}
