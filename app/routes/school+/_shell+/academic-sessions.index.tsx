import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { TextField } from '~/components/forms/text-field'
import { listHref } from '~/components/school/list-href'
import { Badge } from '~/components/ui/badge'
import { ButtonLink } from '~/components/ui/button'
import { DataTable } from '~/components/ui/data-table'
import { EmptyState } from '~/components/ui/empty-state'
import { FilterBar } from '~/components/ui/filter-bar'
import { PageHead } from '~/components/ui/page-head'
import { Pager } from '~/components/ui/pager'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { paths } from '~/http/paths'
import { listSessions } from '~/models/academics/queries.server'
import { counted } from '~/models/academics/rules'
import { mayStaff } from '~/models/accounts/permissions'
import { formatDay } from '~/models/shared/calendar'
import { pageOf } from '~/models/shared/paging'

export const handle = pageTitle(() => 'Academic sessions')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'academics:view')
  const query = new URL(request.url).searchParams
  const search = (query.get('search') ?? '').trim()
  return {
    search,
    mayEdit: mayStaff(role, 'academics:edit'),
    list: await listSessions(scope, { search, page: pageOf(query) }),
  }
}

export default function SessionsPage() {
  const { search, mayEdit, list } = useLoaderData<typeof loader>()
  const add = mayEdit ? (
    <ButtonLink href={paths.school.newSession} variant="next" icon="plus">
      Add session
    </ButtonLink>
  ) : undefined
  return (
    <>
      <PageHead title="Academic sessions" context="The school years; exactly one is the current one." action={add} />
      {list.total === 0 && search === '' ? (
        <EmptyState
          icon="calendar"
          title="No academic session yet"
          text="School years will be listed here. Add the one that is running now."
          action={add}
        />
      ) : (
        <>
          <FilterBar action={paths.school.sessions} resetHref={search ? paths.school.sessions : undefined}>
            <TextField name="search" label="Search" type="search" defaultValue={search} />
          </FilterBar>
          <p role="status">{counted(list.total, 'session')}</p>
          <DataTable
            caption="Academic sessions"
            rows={list.rows}
            rowKey={(row) => row.publicId}
            columns={[
              {
                key: 'name',
                label: 'Session',
                role: 'title',
                cell: (row) => (mayEdit ? <a href={paths.school.editSession(row.publicId)}>{row.name}</a> : row.name),
              },
              {
                key: 'days',
                label: 'From – to',
                cell: (row) => `${formatDay(row.startsOn, 'en')} – ${formatDay(row.endsOn, 'en')}`,
              },
              { key: 'students', label: 'Students', align: 'end', cell: (row) => row.students },
              {
                key: 'current',
                label: 'Status',
                cell: (row) =>
                  row.isCurrent ? <Badge tone="good">Current</Badge> : <Badge tone="neutral">Not current</Badge>,
              },
            ]}
          />
          <Pager
            page={list.page}
            pages={list.pages}
            hrefFor={(page) => listHref(paths.school.sessions, { search, page })}
          />
        </>
      )}
    </>
  )
}
