import { useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { FormPage } from '~/kit/pages/form-page'
import { paperForm } from '~/models/learning/exams/exam-fields'
import { paperSchema } from '~/models/learning/exams/exam-schema.server'
import { publishedObstacle } from '~/models/learning/exams/paper-rules'
import { findPaper, updatePaper } from '~/models/learning/exams/papers.server'
import { PublishedAlert } from './__published-alert'

export const handle = pageTitle(() => 'Edit paper', { hasForm: true })

const page = editing({
  may: 'exams:edit',
  form: paperForm,
  schema: paperSchema,
  find: findPaper,
  more: ({ subjectName, exam: { name, className, published } }) => ({
    title: subjectName,
    context: `${name}, ${className}`,
    published,
  }),
  update: updatePaper,
  refusals: { published: publishedObstacle, wrong: ({ field, message }) => ({ [field]: message }) },
  updated: ({ id }) => schoolPaths.exam(id),
})
export const loader = page.loader
export const action = page.action

export default function EditPaperPage() {
  const { at, more } = useLoaderData<typeof loader>()
  const { title, context } = more
  if (more.published)
    return (
      <>
        <PageHead title={title} context={context} />
        <PublishedAlert examId={at.id} />
      </>
    )
  return (
    <FormPage
      form={paperForm}
      title={title}
      context={context}
      cancelHref={schoolPaths.exam(at.id)}
      deleteHref={schoolPaths.deletePaper(at.id, at.paperId)}
    />
  )
}
