import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ButtonLink, Card, type Column, DataTable, PageHead, StatCard } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { foundOr404, requireStudent } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { findOwnResult, type NamedPaper } from '~/models/learning/exams/results/own-results.server'
import { examOutcomeWords, outcomeTones } from '~/models/learning/exams/words'

export const handle = pageTitle<{ name: string } | undefined>(
  (data) => (data ? `${m.results_title()}: ${data.name}` : m.results_title()),
  { isKept: true },
)

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const {
    enrollmentId: _id,
    bands: _bands,
    ...result
  } = foundOr404(isPublicId(params.id) ? await findOwnResult(scope, params.id) : null)
  return result
}

function columns(isAssessed: boolean): Column<NamedPaper>[] {
  const words = examOutcomeWords()
  const outcome: Column<NamedPaper> = {
    label: m.results_outcome(),
    cell: ({ outcome }) =>
      outcome === 'unjudged' ? '–' : <span className={`badge ${outcomeTones[outcome]}`}>{words[outcome]}</span>,
  }
  return [
    { label: m.exams_subject(), role: 'title', cell: (paper) => paper.subjectName },
    { label: m.results_marks(), align: 'end', cell: (paper) => paper.marks ?? '–' },
    { label: m.results_max(), align: 'end', cell: (paper) => paper.maxMarks },
    ...(isAssessed
      ? [
          {
            label: m.results_pass_marks(),
            align: 'end',
            cell: (paper) => paper.passMarks ?? '–',
          } satisfies Column<NamedPaper>,
        ]
      : []),
    outcome,
  ]
}

export default function ResultPage() {
  const result = useLoaderData<typeof loader>()
  const { percent, grade, outcome, rank, marks, maxMarks, papers } = result
  const unknown = m.exams_not_known()
  return (
    <>
      <PageHead
        title={result.name}
        context={
          <>
            {`${result.className} · ${result.sessionName} · `}
            <a href={paths.student.results}>{m.results_all()}</a>
          </>
        }
        action={
          <ButtonLink href={paths.student.reportCard(result.publicId)} icon="download" data-file>
            {m.results_download()}
          </ButtonLink>
        }
      />
      <div className="cols">
        <StatCard
          label={m.results_total()}
          value={maxMarks === 0 ? unknown : String(marks)}
          note={maxMarks === 0 ? undefined : `${m.results_max()}: ${maxMarks}`}
        />
        <StatCard label={m.results_percentage()} value={percent === null ? unknown : `${percent}%`} />
        <StatCard label={m.results_grade()} value={grade ?? unknown} />
        <StatCard
          label={m.results_rank()}
          value={rank ? m.results_rank_of({ rank: rank.rank, of: rank.of }) : unknown}
        />
        <StatCard label={m.results_outcome()} value={outcome ? examOutcomeWords()[outcome] : unknown} />
      </div>
      <Card title={m.exams_papers()}>
        <DataTable
          caption={result.name}
          columns={columns(papers.some((paper) => paper.passMarks !== null))}
          rows={papers}
          rowKey={(paper) => paper.subjectName}
        />
      </Card>
    </>
  )
}
