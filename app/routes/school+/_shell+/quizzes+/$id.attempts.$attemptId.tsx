import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Card, type Column, DataTable, DefinitionList, PageHead } from '~/components/ui'
import { foundOr404 } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { formatInstant } from '~/models/core/shared/calendar'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { answersOfAttempt, findAttemptView } from '~/models/learning/quizzes/mark/attempts-of-quiz.server'
import { mayStaff } from '~/models/people/accounts/staff/permissions'
import { questionTypeNames, scoreWords } from './__office-words'
import { requireQuiz } from './__quiz-guard.server'

export const handle = pageTitle<{ studentName: string } | undefined>((data) => data?.studentName ?? 'Attempt')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { staff, scope, quiz, ownIds } = await requireQuiz(context, request, params.id, 'quizzes:view')
  const attemptId = foundOr404(isPublicId(params.attemptId) ? params.attemptId : null)
  const attempt = foundOr404(await findAttemptView(scope, quiz.id, attemptId, ownIds))
  return {
    id: quiz.publicId,
    title: quiz.title,
    studentName: attempt.studentName,
    student: `${attempt.enrollmentNumber}, ${quiz.className} ${attempt.sectionName}`,
    started: formatInstant(attempt.startedAt, 'en'),
    deadline: formatInstant(attempt.deadlineAt, 'en'),
    submitted: attempt.submittedAt && formatInstant(attempt.submittedAt, 'en'),
    closedBy: attempt.closedBy,
    score: scoreWords(attempt.score, attempt.maxScore),
    toMark: attempt.toMark,
    mayMark: mayStaff(staff.role, 'quizzes:edit'),
    answers: await answersOfAttempt(scope, quiz.id, attempt.id),
  }
}

type Page = Awaited<ReturnType<typeof loader>>
type Row = Page['answers'][number]

function columnsOf({ id, mayMark, submitted }: Pick<Page, 'id' | 'mayMark' | 'submitted'>): Column<Row>[] {
  return [
    { label: 'Question', role: 'title', cell: (row) => <span className="typed">{row.text}</span> },
    { label: 'Kind', cell: (row) => questionTypeNames[row.type] },
    {
      label: 'Answer',
      cell: (row) => (row.given === null ? 'Not answered' : <span className="typed">{row.given}</span>),
    },
    { label: 'Right', cell: (row) => row.right || '–' },
    {
      label: 'Marks',
      align: 'end',
      cell: (row) => {
        const waits = row.given !== null && row.awarded === null && submitted !== null
        const words = waits ? 'To be marked' : submitted === null ? '–' : `${row.awarded ?? 0} of ${row.marks}`
        const isShort = row.type === 'short' && row.given !== null && submitted !== null
        if (!isShort || !mayMark) return words
        return <a href={`${schoolPaths.quizMarking(id)}?question=${row.questionId}&show=all`}>{words}</a>
      },
    },
    { label: 'Marked by', cell: (row) => row.markedBy ?? '–' },
  ]
}

export default function AttemptPage() {
  const attempt = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title={attempt.studentName}
        context={
          <>
            <a href={schoolPaths.quizAttempts(attempt.id)}>{attempt.title}</a>, {attempt.student}
          </>
        }
      />
      <div className="stack">
        <Card title="Attempt">
          <DefinitionList
            items={[
              { label: 'Started', value: attempt.started },
              { label: 'Deadline', value: attempt.deadline },
              {
                label: 'Submitted',
                value: attempt.submitted
                  ? `${attempt.submitted}${attempt.closedBy === 'deadline' ? ', closed when time ran out' : ''}`
                  : 'Not yet',
              },
              {
                label: 'Score',
                value: attempt.toMark > 0 ? `${attempt.score}, provisional: ${attempt.toMark} to mark` : attempt.score,
              },
            ]}
          />
        </Card>
        <DataTable
          caption="Answers"
          columns={columnsOf(attempt)}
          rows={attempt.answers}
          rowKey={(row) => row.questionId}
        />
      </div>
    </>
  )
}
