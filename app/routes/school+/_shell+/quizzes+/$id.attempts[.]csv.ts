import type { LoaderFunctionArgs } from '@remix-run/node'
import { csvOfList } from '~/http/route.server'
import { formatInstant } from '~/models/core/shared/calendar'
import type { StudentRow } from '~/models/learning/quizzes/mark/attempts-of-quiz.server'
import { attemptStateNames } from './__office-words'
import { requireQuiz } from './__quiz-guard.server'
import { studentListOf } from './__quiz-lists.server'

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const visit = await requireQuiz(context, request, params.id, 'quizzes:view')
  const { list } = studentListOf(request, visit)
  return csvOfList<StudentRow>(
    'quiz-attempts.csv',
    [
      { label: 'Enrollment number', value: (row) => row.enrollmentNumber },
      { label: 'Student', value: (row) => row.studentName },
      { label: 'Section', value: (row) => row.sectionName },
      { label: 'Roll number', value: (row) => row.rollNumber },
      { label: 'State', value: (row) => attemptStateNames[row.state].label },
      { label: 'Started', value: (row) => row.startedAt && formatInstant(row.startedAt, 'en') },
      { label: 'Submitted', value: (row) => row.submittedAt && formatInstant(row.submittedAt, 'en') },
      { label: 'Score', value: (row) => row.score },
      { label: 'Maximum', value: (row) => row.maxScore },
      { label: 'To mark', value: (row) => row.toMark },
    ],
    list,
  )
}
