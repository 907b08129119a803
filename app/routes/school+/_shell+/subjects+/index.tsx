import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms/select-field'
import { OfficeList } from '~/components/school/office-list'
import { ButtonLink } from '~/components/ui/button'
import type { Column } from '~/components/ui/data-table'
import { PageHead } from '~/components/ui/page-head'
import { requireStaff } from '~/http/guards.server'
import { listViewOf } from '~/http/list.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { classChoices } from '~/models/academics/queries.server'
import { listSubjects, subjectSorts } from '~/models/academics/subject-queries.server'
import { mayStaff } from '~/models/accounts/permissions'

export const handle = pageTitle(() => 'Subjects')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'academics:view')
  const view = listViewOf(request, { sorts: subjectSorts, filters: { class: 'id' } })
  const [classes, list] = await Promise.all([
    classChoices(scope),
    listSubjects(scope, { ...view, classId: view.filters.class }),
  ])
  return { view, mayEdit: mayStaff(role, 'academics:edit'), classes, list }
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

const columns: Column<Row>[] = [
  {
    key: 'name',
    label: 'Subject',
    role: 'title',
    sort: 'name',
    cell: (row) => <a href={schoolPaths.subject(row.publicId)}>{row.name}</a>,
  },
  { key: 'code', label: 'Code', sort: 'code', cell: (row) => row.code ?? '–' },
  { key: 'classes', label: 'Classes', cell: (row) => row.classNames ?? '–' },
]

export default function SubjectsPage() {
  const { view, mayEdit, classes, list } = useLoaderData<typeof loader>()
  const add = mayEdit ? (
    <ButtonLink href={schoolPaths.newSubject} variant="next" icon="plus">
      Add subject
    </ButtonLink>
  ) : undefined
  return (
    <>
      <PageHead title="Subjects" context="What is taught, and in which classes." action={add} />
      <OfficeList
        path={schoolPaths.subjects}
        filePath={schoolPaths.subjectsFile}
        view={view}
        list={list}
        noun="subject"
        caption="Subjects"
        columns={columns}
        rowKey={(row) => row.publicId}
        search={{ label: 'Search', placeholder: 'Name or code' }}
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
          icon: 'book',
          title: 'No subject yet',
          text: 'Subjects will be listed here. Exams and the timetable are made from them.',
          action: add,
        }}
      />
    </>
  )
}
