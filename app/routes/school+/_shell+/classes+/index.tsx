import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { OfficeList } from '~/components/school/office-list'
import { ButtonLink } from '~/components/ui/button'
import type { Column } from '~/components/ui/data-table'
import { PageHead } from '~/components/ui/page-head'
import { requireStaff } from '~/http/guards.server'
import { listViewOf } from '~/http/list.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { classSorts, listClasses } from '~/models/academics/queries.server'
import { mayStaff } from '~/models/accounts/permissions'

export const handle = pageTitle(() => 'Classes')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'academics:view')
  const view = listViewOf(request, { sorts: classSorts, filters: {} })
  return { view, mayEdit: mayStaff(role, 'academics:edit'), list: await listClasses(scope, view) }
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

const columns: Column<Row>[] = [
  { key: 'position', label: 'Position', align: 'end', sort: 'position', cell: (row) => row.position },
  {
    key: 'name',
    label: 'Class',
    role: 'title',
    sort: 'name',
    cell: (row) => <a href={schoolPaths.class(row.publicId)}>{row.name}</a>,
  },
  { key: 'sections', label: 'Sections', align: 'end', cell: (row) => row.sections },
  { key: 'students', label: 'Students', align: 'end', sort: 'students', cell: (row) => row.students },
]

export default function ClassesPage() {
  const { view, mayEdit, list } = useLoaderData<typeof loader>()
  const add = mayEdit ? (
    <ButtonLink href={schoolPaths.newClass} variant="next" icon="plus">
      Add class
    </ButtonLink>
  ) : undefined
  return (
    <>
      <PageHead
        title="Classes"
        context="In the school’s order; the number of students is for the current session."
        action={add}
      />
      <OfficeList
        path={schoolPaths.classes}
        filePath={schoolPaths.classesFile}
        view={view}
        list={list}
        noun="class"
        nouns="classes"
        caption="Classes"
        columns={columns}
        rowKey={(row) => row.publicId}
        search={{ label: 'Search' }}
        empty={{
          icon: 'school',
          title: 'No class yet',
          text: 'Classes will be listed here. Add the first, then its sections.',
          action: add,
        }}
      />
    </>
  )
}
