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
import { classChoices, listSections } from '~/models/academics/queries.server'
import { counted, placeName } from '~/models/academics/rules'
import { mayStaff } from '~/models/accounts/permissions'
import { pageOf } from '~/models/shared/paging'
import { publicIdOf } from '~/models/shared/public-id.server'

export const handle = pageTitle(() => 'Sections')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'academics:view')
  const query = new URL(request.url).searchParams
  const filters = { search: (query.get('search') ?? '').trim(), class: publicIdOf(query, 'class') }
  const [classes, list] = await Promise.all([
    classChoices(scope),
    listSections(scope, { search: filters.search, classId: filters.class, page: pageOf(query) }),
  ])
  return { filters, mayEdit: mayStaff(role, 'academics:edit'), classes, list }
}

export default function SectionsPage() {
  const { filters, mayEdit, classes, list } = useLoaderData<typeof loader>()
  const filtered = filters.search !== '' || filters.class !== ''
  const add = mayEdit ? (
    <ButtonLink href={paths.school.newSection} variant="next" icon="plus">
      Add section
    </ButtonLink>
  ) : undefined
  return (
    <>
      <PageHead title="Sections" context="Seats taken are those of the current session." action={add} />
      {list.total === 0 && !filtered ? (
        <EmptyState
          icon="dashboard"
          title="No section yet"
          text="Sections will be listed here. Each belongs to a class and has a number of seats."
          action={add}
        />
      ) : (
        <>
          <FilterBar action={paths.school.sections} resetHref={filtered ? paths.school.sections : undefined}>
            <TextField name="search" label="Search" type="search" defaultValue={filters.search} />
            <SelectField
              name="class"
              label="Class"
              placeholder="All classes"
              defaultValue={filters.class}
              options={classes.map((one) => ({ value: one.publicId, label: one.name }))}
            />
          </FilterBar>
          <p role="status">{counted(list.total, 'section')}</p>
          <DataTable
            caption="Sections"
            rows={list.rows}
            rowKey={(row) => row.publicId}
            columns={[
              {
                key: 'name',
                label: 'Section',
                role: 'title',
                cell: (row) => {
                  const name = placeName(row.className, row.name)
                  return mayEdit ? <a href={paths.school.editSection(row.publicId)}>{name}</a> : name
                },
              },
              { key: 'taken', label: 'Students', align: 'end', cell: (row) => row.taken },
              { key: 'capacity', label: 'Capacity', align: 'end', cell: (row) => row.capacity },
              {
                key: 'left',
                label: 'Seats left',
                cell: (row) =>
                  row.taken < row.capacity ? (
                    <Badge tone="good">{`${row.capacity - row.taken} left`}</Badge>
                  ) : (
                    <Badge tone="warn">Full</Badge>
                  ),
              },
            ]}
          />
          <Pager
            page={list.page}
            pages={list.pages}
            hrefFor={(page) => listHref(paths.school.sections, { ...filters, page })}
          />
        </>
      )}
    </>
  )
}
