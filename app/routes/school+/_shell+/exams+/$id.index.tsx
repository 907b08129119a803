import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Badge, ButtonLink, Card, type Column, DataTable, DefinitionList, PageHead } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { examTypeNames } from '~/models/learning/exams/exam-fields'
import { mayMark } from '~/models/learning/exams/marks/mark-rules'
import { enteredCounts, sectionsOfExam } from '~/models/learning/exams/marks/marks-grid.server'
import { timeWords } from '~/models/learning/exams/paper-rules'
import { papersOfExam } from '~/models/learning/exams/papers.server'
import { examStatus } from '~/models/learning/exams/rules'
import { mayStaff } from '~/models/people/accounts/staff/permissions'
import { requireExam } from './__exam-guard.server'
import { publishedBadge, statusNames } from './__office-words'

export const handle = pageTitle<{ name: string } | undefined>((data) => data?.name ?? 'Exam')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { staff, scope, exam, places } = await requireExam(context, request, params.id, 'exams:view')
  const [papers, sections, counts] = await Promise.all([
    papersOfExam(scope, exam.id),
    sectionsOfExam(scope, exam),
    enteredCounts(scope, exam.id),
  ])
  const lines = papers.map((paper) => ({
    publicId: paper.publicId,
    subjectName: paper.subjectName,
    heldOn: paper.heldOn,
    time: timeWords(paper),
    roomNo: paper.roomNo,
    maxMarks: paper.maxMarks,
    passMarks: paper.passMarks,
    // Sections of the user that have students.
    sections: sections
      .filter((section) => section.students > 0 && mayMark(places, section.id, paper.subjectId))
      .map(({ id, publicId, name, students }) => ({
        publicId,
        name,
        students,
        entered: counts.find((count) => count.paperId === paper.id && count.sectionId === id)?.entered ?? 0,
      })),
  }))
  return {
    id: exam.publicId,
    name: exam.name,
    description: exam.description,
    type: exam.type,
    className: exam.className,
    sessionName: exam.sessionName,
    days: `${formatDay(exam.startsOn, 'en')} to ${formatDay(exam.endsOn, 'en')}`,
    status: examStatus(exam, todayInIndia(new Date())),
    published: exam.published,
    papers: lines,
    mayEdit: mayStaff(staff.role, 'exams:edit'),
    seesSheet: places === null || places.some((place) => place.subjectId === null),
  }
}

export default function ExamPage() {
  const exam = useLoaderData<typeof loader>()
  const status = statusNames[exam.status]
  const results = publishedBadge(exam.published)
  const toEnter = exam.papers.some((paper) => paper.sections.some((section) => section.entered < section.students))
  const isNext = exam.papers.length === 0 ? 'papers' : toEnter || exam.published ? 'marks' : 'publish'
  const hasSheet = exam.seesSheet && exam.papers.length > 0
  const links = [
    [hasSheet, schoolPaths.resultSheet(exam.id), 'Result sheet'],
    [hasSheet, schoolPaths.reportCards(exam.id), 'Report cards'],
    [exam.mayEdit && exam.published, schoolPaths.withdrawExam(exam.id), 'Withdraw results'],
    [exam.mayEdit && !exam.published, schoolPaths.publishExam(exam.id), 'Publish results'],
    [exam.mayEdit, schoolPaths.editExam(exam.id), 'Edit exam'],
    [exam.mayEdit, schoolPaths.copyExam(exam.id), 'Copy'],
  ] as const
  return (
    <>
      <PageHead
        title={exam.name}
        context={`${exam.className}, ${exam.sessionName}: ${exam.days}`}
        action={
          exam.mayEdit && isNext === 'papers' ? (
            <ButtonLink href={schoolPaths.newPapers(exam.id)} variant="next" icon="plus">
              Add papers
            </ButtonLink>
          ) : exam.mayEdit && isNext === 'publish' ? (
            <ButtonLink href={schoolPaths.publishExam(exam.id)} variant="next">
              Publish results
            </ButtonLink>
          ) : exam.papers.length > 0 && !exam.published ? (
            <ButtonLink href={schoolPaths.marks(exam.id)} variant="next">
              Enter marks
            </ButtonLink>
          ) : undefined
        }
      />
      <div className="stack">
        <Card title="Exam" aside={<Badge tone={results.tone}>{results.label}</Badge>}>
          <div className="stack">
            <DefinitionList
              items={[
                { label: 'Type', value: examTypeNames[exam.type] },
                { label: 'Status', value: <Badge tone={status.tone}>{status.label}</Badge> },
                { label: 'Days', value: exam.days },
                { label: 'Class', value: exam.className },
                { label: 'Academic session', value: exam.sessionName },
              ]}
            />
            {exam.description ? <p className="typed">{exam.description}</p> : null}
            <div className="actions">
              {links.map(([shown, href, label]) =>
                shown ? (
                  <ButtonLink key={label} href={href} variant="secondary">
                    {label}
                  </ButtonLink>
                ) : null,
              )}
              {exam.mayEdit ? (
                <ButtonLink href={schoolPaths.deleteExam(exam.id)} variant="quiet">
                  Delete this exam
                </ButtonLink>
              ) : null}
            </div>
          </div>
        </Card>
        <Card title="Papers">
          <div className="stack">
            {exam.papers.length > 0 ? (
              <PaperList examId={exam.id} papers={exam.papers} mayEdit={exam.mayEdit} />
            ) : (
              <p>No paper yet: students see the exam, but no subject and no date.</p>
            )}
            {exam.mayEdit && !exam.published && exam.papers.length > 0 ? (
              <ButtonLink href={schoolPaths.newPapers(exam.id)} variant="secondary" icon="plus">
                Add papers
              </ButtonLink>
            ) : null}
          </div>
        </Card>
      </div>
    </>
  )
}

type Exam = Awaited<ReturnType<typeof loader>>

/** Papers of an exam with the entered marks per section; links to the grid. */
function PaperList({ examId, papers, mayEdit }: Pick<Exam, 'papers' | 'mayEdit'> & { examId: string }) {
  const columns: Column<Exam['papers'][number]>[] = [
    {
      label: 'Subject',
      role: 'title',
      cell: (row) =>
        mayEdit ? <a href={schoolPaths.editPaper(examId, row.publicId)}>{row.subjectName}</a> : row.subjectName,
    },
    { label: 'Date', align: 'nowrap', cell: (row) => formatDay(row.heldOn, 'en') },
    { label: 'Time', align: 'nowrap', cell: (row) => row.time || '–' },
    { label: 'Room', cell: (row) => row.roomNo ?? '–' },
    { label: 'Maximum', align: 'end', cell: (row) => row.maxMarks },
    { label: 'Pass', align: 'end', cell: (row) => row.passMarks ?? '–' },
    {
      label: 'Marks entered',
      cell: (row) =>
        row.sections.length === 0
          ? '–'
          : row.sections.map((section) => (
              <span key={section.publicId}>
                <a
                  className="alone"
                  href={schoolPaths.marks(examId, { paper: row.publicId, section: section.publicId })}
                  aria-label={`Marks of ${row.subjectName}, section ${section.name}: ${section.entered} of ${section.students}`}
                >
                  {`${section.name}: ${section.entered} of ${section.students}`}
                </a>{' '}
              </span>
            )),
    },
  ]
  return <DataTable caption="Papers" rows={papers} rowKey={(row) => row.publicId} columns={columns} />
}
