import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms'
import { Alert, ButtonLink, EmptyState, PageHead } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { maxReportCards } from '~/models/learning/exams/results/read-report-cards.server'
import { readResultSheet } from './__result-sheet.server'

export const handle = pageTitle<{ name: string } | undefined>((data) =>
  data ? `Report cards: ${data.name}` : 'Report cards',
)

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { exam, sections, section, rows } = await readResultSheet(context, request, params.id)
  const marked = rows.filter((row) => row.papers.some((paper) => paper.outcome !== 'waiting'))
  return {
    id: exam.publicId,
    name: exam.name,
    context: `${exam.className}, ${exam.sessionName}`,
    published: exam.published,
    sections,
    section: section?.value ?? '',
    students: marked.map((row) => ({
      value: row.studentPublicId,
      label: [row.sectionName, row.rollNumber, row.name].filter((part) => part !== null).join(' · '),
    })),
    atOnce: maxReportCards,
    trouble: new URL(request.url).searchParams.get('trouble'),
  }
}

const troubles: Record<string, string> = {
  nobody: 'No marks have been entered here in this exam yet.',
  'too-many': 'There are too many for one file. Choose a section, or one student.',
}

export default function ReportCardsPage() {
  const { id, name, context, published, sections, section, students, atOnce, trouble } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={`Report cards: ${name}`} context={<a href={schoolPaths.exam(id)}>{context}</a>} />
      {trouble && troubles[trouble] ? (
        <Alert tone="warn" title="Nothing to print yet" text={troubles[trouble]} />
      ) : null}
      {students.length === 0 ? (
        <EmptyState
          icon="exam"
          title="No report cards yet"
          text="A student has a report card as soon as there are marks, an absence or an exemption in one of the papers."
          action={<ButtonLink href={schoolPaths.marks(id)} label="Enter marks" />}
        />
      ) : (
        <>
          {published ? null : (
            <Alert tone="warn" title="The results are not published">
              <p>Each card is marked as provisional, and students do not see theirs.</p>
            </Alert>
          )}
          <form method="get" action={schoolPaths.reportCardsFile(id)} className="card">
            <p>One A4 page for each student, in the family’s language, all in one file to print.</p>
            <SelectField
              name="section"
              label="Section"
              hint={
                students.length > atOnce ? `Choose a section: at most ${atOnce} cards are printed at once` : undefined
              }
              placeholder="The whole class"
              defaultValue={section}
              options={sections}
            />
            <SelectField
              name="student"
              label="Student"
              hint="One student only, from any section"
              placeholder="All students"
              options={students}
            />
            <div className="actions">
              <button type="submit" className="btn">
                Print report cards
              </button>
              <ButtonLink href={schoolPaths.resultSheet(id)} variant="secondary" label="Result sheet" />
            </div>
          </form>
        </>
      )}
    </>
  )
}
