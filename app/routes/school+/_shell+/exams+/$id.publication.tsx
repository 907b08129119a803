import { useLoaderData } from '@remix-run/react'
import { type Column, DataTable } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { DecisionPage } from '~/kit/pages/decision-page'
import { counted } from '~/models/core/shared/counted'
import { publicationForm } from '~/models/learning/exams/exam-fields'
import { findExam } from '~/models/learning/exams/exam-queries.server'
import { publishExam } from '~/models/learning/exams/exams.server'
import { completeness } from '~/models/learning/exams/marks/completeness.server'

export const handle = pageTitle(() => 'Publish results', { hasForm: true })

const refusals = {
  published: 'The results are published already.',
  'no-marks': 'No marks have been entered in this exam yet.',
  'marks-missing': { althoughMissing: 'Marks are missing. Tick this box to publish without them' },
}

const page = deciding({
  may: 'exams:edit',
  find: findExam,
  form: publicationForm,
  more: async (exam, { scope }) => ({
    title: `Publish ${exam.name}?`,
    context: `${exam.className}, ${exam.sessionName}`,
    ...(await completeness(scope, exam)),
  }),
  obstacle: ({ published }, { entered }) =>
    published ? refusals.published : entered === 0 ? refusals['no-marks'] : null,
  decide: publishExam,
  refusals,
  decided: schoolPaths.exam,
  message: 'Students see the results now.',
})
export const loader = page.loader
export const action = page.action

/** Explains the effect of publishing and lists missing marks; publishing despite them requires a tick. */
export default function PublishPage() {
  const { at, more } = useLoaderData<typeof loader>()
  const { missing } = more
  return (
    <DecisionPage
      form={publicationForm}
      title={more.title}
      context={more.context}
      submit="Publish results"
      backHref={schoolPaths.exam(at)}
      known={missing.length === 0 ? { althoughMissing: null } : undefined}
      explanation={
        <>
          {missing.length === 0 ? (
            <p>Every student has marks in every paper, or is marked absent or exempt.</p>
          ) : (
            <>
              <h2>Missing marks</h2>
              <DataTable
                caption="Missing marks"
                rows={missing}
                rowKey={(row) => `${row.paperPublicId} ${row.sectionPublicId}`}
                columns={columnsOf(at)}
              />
            </>
          )}
          <p>
            {`${counted(more.students, 'student')} will see marks, percentage, grade and result. Marks and papers cannot be changed after that; withdraw the results to correct something.`}
          </p>
        </>
      }
    />
  )
}

type Missing = Awaited<ReturnType<typeof completeness>>['missing'][number]

function columnsOf(examId: string): Column<Missing>[] {
  return [
    {
      label: 'Paper',
      role: 'title',
      cell: (row) => (
        <a href={schoolPaths.marks(examId, { paper: row.paperPublicId, section: row.sectionPublicId })}>
          {`${row.subjectName}, ${row.sectionName}`}
        </a>
      ),
    },
    { label: 'Without marks', align: 'end', cell: (row) => row.missing },
    { label: 'Students', cell: (row) => row.names },
  ]
}
