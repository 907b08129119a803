import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms/select-field'
import { OfficeList } from '~/components/school/office-list'
import { Badge } from '~/components/ui/badge'
import { ButtonLink } from '~/components/ui/button'
import type { Column } from '~/components/ui/data-table'
import { PageHead } from '~/components/ui/page-head'
import { requireStaff } from '~/http/guards.server'
import { listViewOf } from '~/http/list.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { classChoices } from '~/models/academics/queries.server'
import { classSection } from '~/models/academics/rules'
import { listSections, sectionSorts } from '~/models/academics/section-queries.server'
import { mayStaff } from '~/models/accounts/permissions'

export const handle = pageTitle(() => 'Sections')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'academics:view')
  const view = listViewOf(request, { sorts: sectionSorts, filters: { class: 'id' } })
  const [classes, list] = await Promise.all([
    classChoices(scope),
    listSections(scope, { ...view, classId: view.filters.class }),
  ])
  return { view, mayEdit: mayStaff(role, 'academics:edit'), classes, list }
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

const columns: Column<Row>[] = [
  {
    key: 'name',
    label: 'Section',
    role: 'title',
    sort: 'class',
    cell: (row) => <a href={schoolPaths.section(row.publicId)}>{classSection(row.className, row.name)}</a>,
  },
  { key: 'teacher', label: 'Class teacher', sort: 'teacher', cell: (row) => row.classTeacher ?? '–' },
  { key: 'taken', label: 'Students', align: 'end', sort: 'students', cell: (row) => row.taken },
  { key: 'capacity', label: 'Capacity', align: 'end', sort: 'capacity', cell: (row) => row.capacity },
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
]

export default function SectionsPage() {
  const { view, mayEdit, classes, list } = useLoaderData<typeof loader>()
  const add = mayEdit ? (
    <ButtonLink href={schoolPaths.newSection} variant="next" icon="plus">
      Add section
    </ButtonLink>
  ) : undefined
  return (
    <>
      <PageHead title="Sections" context="Seats taken are those of the current session." action={add} />
      <OfficeList
        path={schoolPaths.sections}
        filePath={schoolPaths.sectionsFile}
        view={view}
        list={list}
        noun="section"
        caption="Sections"
        columns={columns}
        rowKey={(row) => row.publicId}
        search={{ label: 'Search', placeholder: 'Section or class teacher' }}
        filters={
          <SelectField
            name="class"
            label="Class"
            placeholder="All classes"
            defaultValue={view.filters.class}
            options={classes.map((one) => ({ value: one.publicId, label: one.name }))}
          />
        }
        empty={{
          icon: 'dashboard',
          title: 'No section yet',
          text: 'Sections will be listed here. Each belongs to a class and has a number of seats.',
          action: add,
        }}
      />
    </>
  )
}
