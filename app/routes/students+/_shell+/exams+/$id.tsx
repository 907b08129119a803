import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Badge, ButtonLink, Card, type Column, DataTable, DefinitionList, PageHead } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { foundOr404, requireStudent } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { formatClock } from '~/models/core/shared/clock'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { defaultStartTime } from '~/models/learning/exams/options'
import { findOwnExam } from '~/models/learning/exams/results/own-exams.server'
import { examStatus } from '~/models/learning/exams/rules'
import { examStatusTones, examStatusWords, examTypeWords } from '~/models/learning/exams/words'

export const handle = pageTitle<{ name: string } | undefined>((data) => data?.name ?? m.exams_title(), { isKept: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const exam = foundOr404(isPublicId(params.id) ? await findOwnExam(scope, params.id) : null)
  return {
    ...exam,
    status: examStatus(exam, todayInIndia(new Date())),
    papers: exam.papers.map(({ subjectName, heldOn, roomNo, maxMarks, startTime, endTime }) => ({
      subjectName,
      heldOn,
      roomNo,
      maxMarks,
      time: [startTime ?? defaultStartTime, endTime].flatMap((time) => (time ? formatClock(time) : [])).join(' – '),
    })),
  }
}

type Paper = Awaited<ReturnType<typeof loader>>['papers'][number]

function columns(): Column<Paper>[] {
  const language = currentLanguage()
  return [
    { label: m.exams_subject(), role: 'title', cell: (paper) => paper.subjectName },
    { label: m.exams_date(), align: 'nowrap', cell: (paper) => formatDay(paper.heldOn, language) },
    { label: m.exams_time(), align: 'nowrap', cell: (paper) => paper.time },
    { label: m.exams_room(), cell: (paper) => paper.roomNo ?? '–' },
    { label: m.exams_max_marks(), align: 'end', cell: (paper) => paper.maxMarks },
  ]
}

export default function ExamPage() {
  const exam = useLoaderData<typeof loader>()
  const language = currentLanguage()
  return (
    <>
      <PageHead
        title={exam.name}
        context={<a href={paths.student.exams}>{m.exams_back()}</a>}
        action={
          exam.published ? (
            <ButtonLink href={paths.student.result(exam.publicId)} label={m.exams_see_result()} />
          ) : undefined
        }
      />
      <Card>
        {exam.description ? <p>{exam.description}</p> : null}
        <DefinitionList
          items={[
            { label: m.exams_type(), value: examTypeWords()[exam.type] },
            { label: m.exams_class(), value: exam.className },
            { label: m.exams_session(), value: exam.sessionName },
            { label: m.exams_start(), value: formatDay(exam.startsOn, language) },
            { label: m.exams_end(), value: formatDay(exam.endsOn, language) },
            {
              label: m.exams_status(),
              value: <Badge tone={examStatusTones[exam.status]}>{examStatusWords()[exam.status]}</Badge>,
            },
          ]}
        />
      </Card>
      <Card title={m.exams_papers()}>
        {exam.papers.length === 0 ? (
          <p>{m.exams_no_papers()}</p>
        ) : (
          <DataTable caption={exam.name} columns={columns()} rows={exam.papers} rowKey={(paper) => paper.subjectName} />
        )}
      </Card>
    </>
  )
}
