import type { LoaderFunctionArgs } from '@remix-run/node'
import { Badge, LoneLink } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import type { ShownLink } from '~/kit/pages/show'
import { type ShownColumn, shownTable, showPage } from '~/kit/pages/show-page'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { examTypeNames } from '~/models/learning/exams/exam-fields'
import { mayMark } from '~/models/learning/exams/marks/mark-rules'
import { enteredCounts, sectionsOfExam } from '~/models/learning/exams/marks/marks-grid.server'
import { timeWords } from '~/models/learning/exams/paper-rules'
import { papersOfExam } from '~/models/learning/exams/papers.server'
import { examStatus } from '~/models/learning/exams/rules'
import { mayStaff } from '~/models/people/accounts/staff/permissions'
import { requireExam } from './__exam-guard.server'
import { markStatusNames, publishedBadge } from './__office-words'

export const handle = pageTitle<{ name: string } | undefined>((data) => data?.name ?? 'Exam')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { staff, scope, exam, duties } = await requireExam(context, request, params.id, 'exams:view')
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
    sections: sections
      .filter((section) => section.students > 0 && mayMark(duties, section.id, paper.subjectId))
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
    seesSheet: duties === null || duties.some((assignment) => assignment.subjectId === null),
  }
}

export default showPage<typeof loader>((exam) => {
  const { id, papers, published, mayEdit } = exam
  const status = markStatusNames[exam.status]
  const results = publishedBadge(published)
  const toEnter = papers.some((paper) => paper.sections.some((section) => section.entered < section.students))
  const isNext = papers.length === 0 ? 'papers' : toEnter || published ? 'marks' : 'publish'
  const hasSheet = exam.seesSheet && papers.length > 0
  const add: ShownLink = { label: 'Add papers', href: schoolPaths.newPapers(id), icon: 'plus' }
  const publish: ShownLink = { label: 'Publish results', href: schoolPaths.publishExam(id) }
  const next =
    mayEdit && isNext === 'papers'
      ? add
      : mayEdit && isNext === 'publish'
        ? publish
        : papers.length > 0 && !published && { label: 'Enter marks', href: schoolPaths.marks(id) }
  return {
    title: exam.name,
    context: `${exam.className}, ${exam.sessionName}: ${exam.days}`,
    action: next && { ...next, variant: 'next' },
    parts: [
      {
        title: 'Exam',
        aside: <Badge tone={results.tone}>{results.label}</Badge>,
        isSpaced: true,
        facts: {
          Type: examTypeNames[exam.type],
          Status: <Badge tone={status.tone}>{status.label}</Badge>,
          Days: exam.days,
          Class: exam.className,
          'Academic session': exam.sessionName,
        },
        content: exam.description ? <p className="typed">{exam.description}</p> : null,
        actions: [
          hasSheet && { label: 'Result sheet', href: schoolPaths.resultSheet(id) },
          hasSheet && { label: 'Report cards', href: schoolPaths.reportCards(id) },
          mayEdit && published && { label: 'Withdraw results', href: schoolPaths.withdrawExam(id) },
          mayEdit && !published && publish,
          mayEdit && { label: 'Edit exam', href: schoolPaths.editExam(id) },
          mayEdit && { label: 'Copy', href: schoolPaths.copyExam(id) },
          mayEdit && { label: 'Delete this exam', href: schoolPaths.deleteExam(id), variant: 'quiet' },
        ],
      },
      {
        title: 'Papers',
        isSpaced: true,
        content: shownTable({
          caption: 'Papers',
          rows: papers,
          columns: paperColumns(id, mayEdit),
          empty: 'No paper yet: students see the exam, but no subject and no date.',
        }),
        add: mayEdit && !published && papers.length > 0 && add,
      },
    ],
  }
})

type Exam = Awaited<ReturnType<typeof loader>>

/** Columns of the exam's papers; per section, the number of entered marks with a link to the marks grid. */
function paperColumns(examId: string, mayEdit: boolean): ShownColumn<Exam['papers'][number]>[] {
  return [
    {
      label: 'Subject',
      role: 'title',
      value: 'subjectName',
      href: (row) => (mayEdit ? schoolPaths.editPaper(examId, row.publicId) : null),
    },
    { label: 'Date', align: 'nowrap', cell: (row) => formatDay(row.heldOn, 'en') },
    { label: 'Time', align: 'nowrap', cell: (row) => row.time || '–' },
    { label: 'Room', value: 'roomNo' },
    { label: 'Maximum', align: 'end', value: 'maxMarks' },
    { label: 'Pass', align: 'end', value: 'passMarks' },
    {
      label: 'Marks entered',
      cell: (row) =>
        row.sections.length === 0
          ? '–'
          : row.sections.map((section) => (
              <span key={section.publicId}>
                <LoneLink
                  href={schoolPaths.marks(examId, { paper: row.publicId, section: section.publicId })}
                  aria-label={`Marks of ${row.subjectName}, section ${section.name}: ${section.entered} of ${section.students}`}
                  label={`${section.name}: ${section.entered} of ${section.students}`}
                />{' '}
              </span>
            )),
    },
  ]
}
