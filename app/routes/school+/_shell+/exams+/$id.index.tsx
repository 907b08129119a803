import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Badge, ButtonLink, Card, DefinitionList, PageHead } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { mayStaff } from '~/models/accounts/permissions'
import { examTypeNames } from '~/models/exams/exam-fields'
import { mayMark } from '~/models/exams/mark-rules'
import { enteredCounts, sectionsOfExam } from '~/models/exams/marks-grid.server'
import { timeWords } from '~/models/exams/paper-rules'
import { papersOfExam } from '~/models/exams/papers.server'
import { examStatus } from '~/models/exams/rules'
import { formatDay, todayInIndia } from '~/models/shared/calendar'
import { requireExam } from './__exam-guard.server'
import { publishedBadge, statusNames } from './__office-words'
import { type PaperLine, PaperList } from './__paper-list'

export const handle = pageTitle<{ name: string } | undefined>((data) => data?.name ?? 'Exam')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { staff, scope, exam, places } = await requireExam(context, request, params.id, 'exams:view')
  const [papers, sections, counts] = await Promise.all([
    papersOfExam(scope, exam.id),
    sectionsOfExam(scope, exam),
    enteredCounts(scope, exam.id),
  ])
  const lines: PaperLine[] = papers.map((paper) => ({
    publicId: paper.publicId,
    subjectName: paper.subjectName,
    heldOn: paper.heldOn,
    time: timeWords(paper),
    roomNo: paper.roomNo,
    maxMarks: paper.maxMarks,
    passMarks: paper.passMarks,
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
              {exam.seesSheet && exam.papers.length > 0 ? (
                <>
                  <ButtonLink href={schoolPaths.resultSheet(exam.id)} variant="secondary">
                    Result sheet
                  </ButtonLink>
                  <ButtonLink href={schoolPaths.reportCards(exam.id)} variant="secondary">
                    Report cards
                  </ButtonLink>
                </>
              ) : null}
              {exam.mayEdit ? (
                <>
                  <ButtonLink
                    href={exam.published ? schoolPaths.withdrawExam(exam.id) : schoolPaths.publishExam(exam.id)}
                    variant="secondary"
                  >
                    {exam.published ? 'Withdraw results' : 'Publish results'}
                  </ButtonLink>
                  <ButtonLink href={schoolPaths.editExam(exam.id)} variant="secondary">
                    Edit exam
                  </ButtonLink>
                  <ButtonLink href={schoolPaths.copyExam(exam.id)} variant="secondary">
                    Copy
                  </ButtonLink>
                  <ButtonLink href={schoolPaths.deleteExam(exam.id)} variant="quiet">
                    Delete this exam
                  </ButtonLink>
                </>
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
