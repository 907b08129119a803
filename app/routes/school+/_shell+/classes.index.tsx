import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { TextField } from '~/components/forms/text-field'
import { listHref } from '~/components/school/list-href'
import { ButtonLink } from '~/components/ui/button'
import { DataTable } from '~/components/ui/data-table'
import { EmptyState } from '~/components/ui/empty-state'
import { FilterBar } from '~/components/ui/filter-bar'
import { PageHead } from '~/components/ui/page-head'
import { Pager } from '~/components/ui/pager'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { paths } from '~/http/paths'
import { listClasses } from '~/models/academics/queries.server'
import { counted } from '~/models/academics/rules'
import { mayStaff } from '~/models/accounts/permissions'
import { pageOf } from '~/models/shared/paging'

export const handle = pageTitle(() => 'Classes')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'academics:view')
  const query = new URL(request.url).searchParams
  const search = (query.get('search') ?? '').trim()
  return {
    search,
    mayEdit: mayStaff(role, 'academics:edit'),
    list: await listClasses(scope, { search, page: pageOf(query) }),
  }
}

export default function ClassesPage() {
  const { search, mayEdit, list } = useLoaderData<typeof loader>()
  const add = mayEdit ? (
    <ButtonLink href={paths.school.newClass} variant="next" icon="plus">
      Add class
    </ButtonLink>
  ) : undefined
  return (
    <>
      <PageHead title="Classes" context="In the school's order; students of the current session." action={add} />
      {list.total === 0 && search === '' ? (
        <EmptyState
          icon="school"
          title="No class yet"
          text="Classes will be listed here. Add the first, then its sections."
          action={add}
        />
      ) : (
        <>
          <FilterBar action={paths.school.classes} resetHref={search ? paths.school.classes : undefined}>
            <TextField name="search" label="Search" type="search" defaultValue={search} />
          </FilterBar>
          <p role="status">{counted(list.total, 'class', 'classes')}</p>
          <DataTable
            caption="Classes"
            rows={list.rows}
            rowKey={(row) => row.publicId}
            columns={[
              {
                key: 'name',
                label: 'Class',
                role: 'title',
                cell: (row) => (mayEdit ? <a href={paths.school.editClass(row.publicId)}>{row.name}</a> : row.name),
              },
              { key: 'sections', label: 'Sections', align: 'end', cell: (row) => row.sections },
              { key: 'students', label: 'Students', align: 'end', cell: (row) => row.students },
              { key: 'position', label: 'Position', align: 'end', cell: (row) => row.position },
            ]}
          />
          <Pager
            page={list.page}
            pages={list.pages}
            hrefFor={(page) => listHref(paths.school.classes, { search, page })}
          />
        </>
      )}
    </>
  )
}
