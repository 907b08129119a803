import { useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { paperForm } from '~/models/exams/exam-fields'
import { paperSchema } from '~/models/exams/exam-schema.server'
import { publishedObstacle } from '~/models/exams/paper-rules'
import { findPaper, updatePaper } from '~/models/exams/papers.server'
import { editing } from '~/office/form.server'
import { FormPage } from '~/office/form-page'
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
