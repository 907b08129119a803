import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Alert, Card, type Column, DataTable, DefinitionList, PageHead } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { quizStatistics } from '~/models/learning/quizzes/mark/statistics.server'
import { questionTypeNames } from './__office-words'
import { requireQuiz } from './__quiz-guard.server'

export const handle = pageTitle<{ title: string } | undefined>((data) =>
  data ? `Statistics: ${data.title}` : 'Statistics',
)

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, quiz, ownIds } = await requireQuiz(context, request, params.id, 'quizzes:view')
  return {
    id: quiz.publicId,
    title: quiz.title,
    place: `${quiz.className}, ${quiz.sessionName}`,
    ...(await quizStatistics(scope, quiz.id, ownIds)),
  }
}

type Row = Awaited<ReturnType<typeof loader>>['items'][number]

const columns: Column<Row>[] = [
  { label: 'Question', role: 'title', cell: (row) => <span className="typed">{row.text}</span> },
  { label: 'Kind', cell: (row) => questionTypeNames[row.type] },
  { label: 'Answered', align: 'end', cell: (row) => row.answered },
  { label: 'Correct', align: 'end', cell: (row) => row.correct },
  { label: 'Correct (%)', align: 'end', cell: (row) => (row.sharePercent === null ? '–' : `${row.sharePercent}%`) },
  {
    label: 'Average marks',
    align: 'end',
    cell: (row) => (row.averageMarks === null ? '–' : `${row.averageMarks} of ${row.marks}`),
  },
  {
    label: 'Chosen',
    cell: (row) =>
      row.type === 'short' ? (
        row.waiting === 0 ? (
          '–'
        ) : (
          `${row.waiting} to mark`
        )
      ) : (
        <ul>
          {row.options.map((option) => (
            <li key={option.text}>{`${option.text}: ${option.count}${option.isCorrect ? ' (right)' : ''}`}</li>
          ))}
        </ul>
      ),
  },
]

export default function StatisticsPage() {
  const { id, title, place, summary, maxScore, items } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Statistics"
        context={
          <>
            <a href={schoolPaths.quiz(id)}>{title}</a>, {place}
          </>
        }
      />
      {summary === null ? (
        <Alert tone="info" text="No student has submitted the quiz yet." />
      ) : (
        <div className="stack">
          <Card title="Scores">
            <DefinitionList
              items={[
                { label: 'Submitted', value: summary.submitted },
                { label: 'Average', value: `${summary.average} of ${maxScore}` },
                { label: 'Median', value: summary.median },
                { label: 'Highest', value: summary.highest },
                { label: 'Lowest', value: summary.lowest },
              ]}
            />
          </Card>
          <p className="soft">
            Percentages and averages cover all students who submitted. Short answers not marked yet count as zero.{' '}
            <a href={schoolPaths.quizStatisticsFile(id)} data-file>
              Download CSV
            </a>
          </p>
          <DataTable caption="Questions" columns={columns} rows={items} rowKey={(row) => row.publicId} />
        </div>
      )}
    </>
  )
}
