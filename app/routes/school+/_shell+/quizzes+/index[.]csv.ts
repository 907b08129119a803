import type { LoaderFunctionArgs } from '@remix-run/node'
import { csvOfList, idsOf, requireStaff, teacherSections } from '~/http/route.server'
import type { QuizRow } from '~/models/quizzes/quiz-queries.server'
import { formatInstant } from '~/models/shared/calendar'
import { quizStateNames } from './__office-words'
import { quizListOf } from './__quiz-lists.server'

/** The filtered list of quizzes for a spreadsheet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'quizzes:view')
  const { list } = quizListOf(request, staff, idsOf(await teacherSections(staff)))
  return csvOfList<QuizRow>(
    'quizzes.csv',
    [
      { label: 'Quiz', value: (row) => row.title },
      { label: 'Class', value: (row) => row.className },
      { label: 'Sections', value: (row) => row.sections ?? 'Whole class' },
      { label: 'Subject', value: (row) => row.subjectName },
      { label: 'Session', value: (row) => row.sessionName },
      { label: 'From', value: (row) => formatInstant(row.availableFrom, 'en') },
      { label: 'Until', value: (row) => formatInstant(row.availableUntil, 'en') },
      { label: 'Minutes', value: (row) => row.durationMinutes },
      { label: 'Questions', value: (row) => row.questions },
      { label: 'Attempts', value: (row) => row.attempts },
      { label: 'To mark', value: (row) => row.toMark },
      { label: 'State', value: (row) => quizStateNames[row.state].label },
    ],
    list,
  )
}
