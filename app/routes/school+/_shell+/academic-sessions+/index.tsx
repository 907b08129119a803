import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { OfficeList } from '~/components/school/office-list'
import { Badge } from '~/components/ui/badge'
import { ButtonLink } from '~/components/ui/button'
import type { Column } from '~/components/ui/data-table'
import { PageHead } from '~/components/ui/page-head'
import { requireStaff } from '~/http/guards.server'
import { listViewOf } from '~/http/list.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { listSessions, sessionSorts } from '~/models/academics/queries.server'
import { mayStaff } from '~/models/accounts/permissions'
import { formatDay } from '~/models/shared/calendar'

export const handle = pageTitle(() => 'Academic sessions')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'academics:view')
  const view = listViewOf(request, { sorts: sessionSorts, filters: {} })
  return { view, mayEdit: mayStaff(role, 'academics:edit'), list: await listSessions(scope, view) }
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

const columns: Column<Row>[] = [
  {
    key: 'days',
    label: 'From – to',
    sort: 'newest',
    cell: (row) => `${formatDay(row.startsOn, 'en')} – ${formatDay(row.endsOn, 'en')}`,
  },
  {
    key: 'name',
    label: 'Session',
    role: 'title',
    sort: 'name',
    cell: (row) => <a href={schoolPaths.session(row.publicId)}>{row.name}</a>,
  },
  { key: 'students', label: 'Students', align: 'end', sort: 'students', cell: (row) => row.students },
  {
    key: 'current',
    label: 'Status',
    cell: (row) => (row.isCurrent ? <Badge tone="good">Current</Badge> : <Badge tone="neutral">Not current</Badge>),
  },
]

export default function SessionsPage() {
  const { view, mayEdit, list } = useLoaderData<typeof loader>()
  const add = mayEdit ? (
    <ButtonLink href={schoolPaths.newSession} variant="next" icon="plus">
      Add session
    </ButtonLink>
  ) : undefined
  return (
    <>
      <PageHead
        title="Academic sessions"
        context="The academic sessions, newest first; exactly one is current."
        action={add}
      />
      <OfficeList
        path={schoolPaths.sessions}
        filePath={schoolPaths.sessionsFile}
        view={view}
        list={list}
        noun="session"
        caption="Academic sessions"
        columns={columns}
        rowKey={(row) => row.publicId}
        search={{ label: 'Search' }}
        empty={{
          icon: 'calendar',
          title: 'No academic session yet',
          text: 'School years will be listed here. Add the one that is running now.',
          action: add,
        }}
      />
    </>
  )
}
