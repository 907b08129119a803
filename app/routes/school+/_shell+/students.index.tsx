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
import { listStudents, studentSorts } from '~/models/academics/enrollment-queries.server'
import { classChoices, sessionChoices } from '~/models/academics/queries.server'
import { counted, placeName } from '~/models/academics/rules'
import { mayStaff } from '~/models/accounts/permissions'
import { pageOf } from '~/models/shared/paging'
import { publicIdOf } from '~/models/shared/public-id.server'
import { fullName } from '~/models/students/rules'

export const handle = pageTitle(() => 'Students')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'students:view')
  const query = new URL(request.url).searchParams
  const filters = {
    search: (query.get('search') ?? '').trim(),
    session: publicIdOf(query, 'session'),
    class: publicIdOf(query, 'class'),
    sort: studentSorts.find((sort) => sort === query.get('sort')) ?? 'name',
  }
  const [sessions, classes, list] = await Promise.all([
    sessionChoices(scope),
    classChoices(scope),
    listStudents(scope, {
      search: filters.search,
      sessionId: filters.session,
      classId: filters.class,
      sort: filters.sort,
      page: pageOf(query),
    }),
  ])
  return {
    filters,
    mayEdit: mayStaff(role, 'students:edit'),
    sessions: sessions.map(({ publicId, name }) => ({ value: publicId, label: name })),
    classes: classes.map(({ publicId, name }) => ({ value: publicId, label: name })),
    list,
  }
}

export default function StudentsPage() {
  const { filters, mayEdit, sessions, classes, list } = useLoaderData<typeof loader>()
  const filtered = filters.search !== '' || filters.session !== '' || filters.class !== ''
  const add = mayEdit ? (
    <ButtonLink href={paths.school.newStudent} variant="next" icon="plus">
      Add student
    </ButtonLink>
  ) : undefined
  return (
    <>
      <PageHead
        title="Students"
        context={filters.session ? undefined : 'Class and roll number are those of the current session.'}
        action={add}
      />
      {list.total === 0 && !filtered ? (
        <EmptyState
          icon="users"
          title="No student yet"
          text="Students will be listed here with class and roll number. Add the first one."
          action={add}
        />
      ) : (
        <>
          <FilterBar
            action={paths.school.students}
            resetHref={filtered || filters.sort !== 'name' ? paths.school.students : undefined}
          >
            <TextField
              name="search"
              label="Search students"
              placeholder="Name, e-mail, mobile, number"
              type="search"
              defaultValue={filters.search}
            />
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
            <SelectField
              name="sort"
              label="Sort by"
              placeholder={null}
              defaultValue={filters.sort}
              options={[
                { value: 'name', label: 'Name' },
                { value: 'number', label: 'Enrollment number' },
                { value: 'class', label: 'Class and roll number' },
              ]}
            />
          </FilterBar>
          <p role="status">{counted(list.total, 'student')}</p>
          {list.total === 0 ? (
            <EmptyState
              icon="search"
              title="No student fits"
              text="Search for less of the name, or reset the filters."
            />
          ) : (
            <DataTable
              caption="Students"
              rows={list.rows}
              rowKey={(row) => row.publicId}
              columns={[
                {
                  key: 'name',
                  label: 'Name',
                  role: 'title',
                  cell: (row) => <a href={paths.school.student(row.publicId)}>{fullName(row)}</a>,
                },
                { key: 'number', label: 'Enrollment number', align: 'nowrap', cell: (row) => row.enrollmentNumber },
                {
                  key: 'class',
                  label: 'Class',
                  cell: (row) =>
                    row.className && row.sectionName ? placeName(row.className, row.sectionName) : 'Not enrolled',
                },
                { key: 'roll', label: 'Roll number', align: 'end', cell: (row) => row.rollNumber ?? '–' },
                { key: 'mobile', label: 'Mobile number', align: 'nowrap', cell: (row) => row.mobileNumber },
                {
                  key: 'status',
                  label: 'Status',
                  cell: (row) =>
                    row.status === 'active' ? (
                      <Badge tone="good">Active</Badge>
                    ) : (
                      <Badge tone="neutral">Inactive</Badge>
                    ),
                },
              ]}
            />
          )}
          <Pager
            page={list.page}
            pages={list.pages}
            hrefFor={(page) =>
              listHref(paths.school.students, { ...filters, sort: filters.sort === 'name' ? '' : filters.sort, page })
            }
          />
        </>
      )}
    </>
  )
}
