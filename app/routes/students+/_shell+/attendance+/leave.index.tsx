import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ButtonLink, type Column, DataTable, EmptyState, LinkParagraph, PageHead, Pager } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { requireStudent } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay } from '~/models/core/shared/calendar'
import { pageOf } from '~/models/core/shared/paging'
import { listOwnLeave } from '~/models/learning/attendance/leave-applications.server'
import { leaveStateWord, leaveTones } from '~/models/learning/attendance/words'

export const handle = pageTitle(() => m.attendance_leave_title())

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  return listOwnLeave(scope, pageOf(new URL(request.url).searchParams))
}

type Row = Awaited<ReturnType<typeof loader>>['rows'][number]

function columns(): Column<Row>[] {
  const language = currentLanguage()
  return [
    {
      label: m.attendance_days(),
      role: 'title',
      cell: (row) =>
        row.startsOn === row.endsOn
          ? formatDay(row.startsOn, language)
          : m.attendance_span({ from: formatDay(row.startsOn, language), until: formatDay(row.endsOn, language) }),
    },
    { label: m.attendance_reason(), cell: (row) => row.reason },
    {
      label: m.attendance_status(),
      cell: (row) => <span className={`badge ${leaveTones[row.state]}`}>{leaveStateWord(row.state)}</span>,
    },
    { label: m.attendance_answer(), cell: (row) => row.answer ?? '–' },
    {
      label: m.attendance_withdraw(),
      role: 'actions',
      cell: (row) =>
        row.state === 'pending' ? (
          <a className="btn btn-secondary" href={paths.student.withdrawLeave(row.publicId)}>
            {m.attendance_withdraw()}
          </a>
        ) : null,
    },
  ]
}

export default function LeavePage() {
  const { rows, page, pages } = useLoaderData<typeof loader>()
  const ask = <ButtonLink href={paths.student.newLeave} variant="next" icon="plus" label={m.attendance_ask()} />
  return (
    <>
      <PageHead title={m.attendance_leave_title()} context={m.attendance_leave_context()} action={ask} />
      {rows.length === 0 ? (
        <EmptyState icon="calendar" title={m.attendance_leave_none()} text={m.attendance_leave_none_text()} />
      ) : (
        <DataTable
          caption={m.attendance_leave_title()}
          columns={columns()}
          rows={rows}
          rowKey={(row) => row.publicId}
        />
      )}
      <Pager
        page={page}
        pages={pages}
        hrefFor={(number) => (number === 1 ? paths.student.leave : `${paths.student.leave}?page=${number}`)}
      />
      <LinkParagraph href={paths.student.attendance} label={m.attendance_title()} />
    </>
  )
}
