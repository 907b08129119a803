import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms/select-field'
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
import { classChoices, sessionChoices } from '~/models/academics/queries.server'
import { counted } from '~/models/academics/rules'
import { mayStaff } from '~/models/accounts/permissions'
import { listFees } from '~/models/fees/queries.server'
import { formatPaise } from '~/models/shared/money'
import { pageOf } from '~/models/shared/paging'
import { publicIdOf } from '~/models/shared/public-id.server'

export const handle = pageTitle(() => 'Fees')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'fees:view')
  const query = new URL(request.url).searchParams
  const filters = {
    search: (query.get('search') ?? '').trim(),
    session: publicIdOf(query, 'session'),
    class: publicIdOf(query, 'class'),
  }
  const [sessions, classes, list] = await Promise.all([
    sessionChoices(scope),
    classChoices(scope),
    listFees(scope, {
      search: filters.search,
      sessionId: filters.session,
      classId: filters.class,
      page: pageOf(query),
    }),
  ])
  return {
    filters,
    mayEdit: mayStaff(role, 'fees:edit'),
    sessions: sessions.map(({ publicId, name }) => ({ value: publicId, label: name })),
    classes: classes.map(({ publicId, name }) => ({ value: publicId, label: name })),
    list,
  }
}

export default function FeesPage() {
  const { filters, mayEdit, sessions, classes, list } = useLoaderData<typeof loader>()
  const filtered = Object.values(filters).some((value) => value !== '')
  const add = mayEdit ? (
    <ButtonLink href={paths.school.newFee} variant="next" icon="plus">
      Add fee
    </ButtonLink>
  ) : undefined
  return (
    <>
      <PageHead title="Fees" context="What a class pays in a session, and when." action={add} />
      {list.total === 0 && !filtered ? (
        <EmptyState
          icon="fees"
          title="No fee yet"
          text="Fees will be listed here. Add one for a class, then assign it: each student of the class owes it."
          action={add}
        />
      ) : (
        <>
          <FilterBar action={paths.school.fees} resetHref={filtered ? paths.school.fees : undefined}>
            <TextField name="search" label="Fee name" type="search" defaultValue={filters.search} />
            <SelectField
              name="session"
              label="Academic session"
              placeholder="Any session"
              defaultValue={filters.session}
              options={sessions}
            />
            <SelectField
              name="class"
              label="Class"
              placeholder="All classes"
              defaultValue={filters.class}
              options={classes}
            />
          </FilterBar>
          <p role="status">{counted(list.total, 'fee')}</p>
          <DataTable
            caption="Fees"
            rows={list.rows}
            rowKey={(row) => row.publicId}
            columns={[
              {
                key: 'name',
                label: 'Fee',
                role: 'title',
                cell: (row) => <a href={paths.school.fee(row.publicId)}>{row.name}</a>,
              },
              { key: 'class', label: 'Class', cell: (row) => row.className },
              { key: 'session', label: 'Session', align: 'nowrap', cell: (row) => row.sessionName },
              { key: 'instalments', label: 'Instalments', align: 'end', cell: (row) => row.instalments },
              {
                key: 'total',
                label: 'Total',
                align: 'end',
                cell: (row) => formatPaise(row.totalPaise, { style: 'exact' }),
              },
              {
                key: 'assigned',
                label: 'Status',
                cell: (row) =>
                  row.isAssigned ? (
                    <Badge tone="good">{`Assigned to ${counted(row.students, 'student')}`}</Badge>
                  ) : (
                    <Badge tone="warn">Not assigned</Badge>
                  ),
              },
            ]}
          />
          <Pager
            page={list.page}
            pages={list.pages}
            hrefFor={(page) => listHref(paths.school.fees, { ...filters, page })}
          />
        </>
      )}
    </>
  )
}
