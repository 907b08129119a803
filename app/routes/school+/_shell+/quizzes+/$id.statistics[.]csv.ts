import type { LoaderFunctionArgs } from '@remix-run/node'
import { csvOfList } from '~/http/route.server'
import { quizStatistics } from '~/models/learning/quizzes/mark/statistics.server'
import { questionTypeNames } from './__office-words'
import { requireQuiz } from './__quiz-guard.server'

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, quiz, ownIds } = await requireQuiz(context, request, params.id, 'quizzes:view')
  const { items } = await quizStatistics(scope, quiz.id, ownIds)
  return csvOfList<(typeof items)[number]>(
    'quiz-statistics.csv',
    [
      { label: 'Question', value: (row) => row.text },
      { label: 'Kind', value: (row) => questionTypeNames[row.type] },
      { label: 'Marks', value: (row) => row.marks },
      { label: 'Answered', value: (row) => row.answered },
      { label: 'Correct', value: (row) => row.correct },
      { label: 'Correct (%)', value: (row) => row.sharePercent },
      { label: 'Average marks', value: (row) => row.averageMarks },
      { label: 'To mark', value: (row) => row.waiting },
      { label: 'Chosen', value: (row) => row.options.map((option) => `${option.text}: ${option.count}`).join('; ') },
    ],
    async () => ({ rows: items, total: items.length, page: 1, pages: 1 }),
  )
}
