import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms'
import { listHref } from '~/components/school/list-href'
import { OfficeList } from '~/components/school/office-list'
import { ButtonLink, type Column, PageHead } from '~/components/ui'
import { classSectionChoices, idsOf, listViewOf, requireStaff, teacherSections } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { listStudents, studentFilters, studentSorts } from '~/models/academics/list-students.server'
import { sessionChoices } from '~/models/academics/queries.server'
import { classSection } from '~/models/academics/rules'
import { mayStaff } from '~/models/accounts/permissions'
import { fullName } from '~/models/students/rules'
import { statusNames, studentStatuses } from '~/models/students/status-options'
import { StatusBadge } from './__status-badge'

export const handle = pageTitle(() => 'Students')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'students:view')
  const { scope, role } = staff
  const view = listViewOf(request, { sorts: studentSorts, filters: studentFilters })
  const own = await teacherSections(staff)
  const [sessions, { classes, sections }, list] = await Promise.all([
    sessionChoices(scope),
    classSectionChoices(scope, own),
    listStudents(scope, { ...view, ownSectionIds: idsOf(own) }),
  ])
  const chosenClass = classes.find((one) => one.publicId === view.filters.class)
  return {
    view,
    list,
    mayEdit: mayStaff(role, 'students:edit'),
    isNarrowed: own !== null,
    sessions: sessions.map(({ publicId, name }) => ({ value: publicId, label: name })),
    classes: classes.map(({ publicId, name }) => ({ value: publicId, label: name })),
    sections: sections
      .filter((one) => !chosenClass || one.className === chosenClass.name || one.publicId === view.filters.section)
      .map(({ publicId, className, name }) => ({ value: publicId, label: classSection(className, name) })),
  }
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

const columns: Column<Row>[] = [
  {
    label: 'Name',
    role: 'title',
    sort: 'name',
    cell: (row) => <a href={schoolPaths.student(row.publicId)}>{fullName(row)}</a>,
  },
  { label: 'Enrollment number', align: 'nowrap', sort: 'number', cell: (row) => row.enrollmentNumber },
  {
    label: 'Class and roll number',
    sort: 'class',
    cell: (row) =>
      row.className && row.sectionName
        ? `${classSection(row.className, row.sectionName)}${row.rollNumber === null ? '' : `, ${row.rollNumber}`}`
        : 'Not enrolled',
  },
  { label: 'Mobile number', align: 'nowrap', cell: (row) => row.mobileNumber },
  { label: 'Status', cell: (row) => <StatusBadge student={row} /> },
]

export default function StudentsPage() {
  const { view, list, mayEdit, isNarrowed, sessions, classes, sections } = useLoaderData<typeof loader>()
  const { filters } = view
  const add = mayEdit ? (
    <ButtonLink href={schoolPaths.newStudent} variant="next" icon="plus">
      Add student
    </ButtonLink>
  ) : undefined
  // Once a class is chosen the file itself is a click away; before that, a page asks for one.
  const isPlaced = filters.class !== '' || filters.section !== ''
  const printed = { ...filters, search: view.search }
  return (
    <>
      <PageHead
        title="Students"
        context={
          isNarrowed
            ? 'Those of the sections that you are class teacher of.'
            : filters.session
              ? undefined
              : 'Class and roll number are those of the current session.'
        }
        action={add}
      />
      <OfficeList
        path={schoolPaths.students}
        filePath={schoolPaths.studentsFile}
        view={view}
        list={list}
        noun="student"
        caption="Students"
        columns={columns}
        rowKey={(row) => row.publicId}
        search={{ label: 'Search students', placeholder: 'Name, e-mail, mobile, number' }}
        filters={
          <>
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
              name="section"
              label="Section"
              placeholder="All sections"
              defaultValue={filters.section}
              options={sections}
            />
            <SelectField
              name="status"
              label="Status"
              placeholder="Any status"
              defaultValue={filters.status}
              options={[
                ...studentStatuses.map((status) => ({ value: status, label: statusNames[status] })),
                { value: 'no-password', label: 'No password yet' },
              ]}
            />
          </>
        }
        summary={
          <>
            {' · Print '}
            {mayEdit ? (
              <>
                <a data-reload href={listHref(isPlaced ? schoolPaths.slipsFile : schoolPaths.slips, printed)}>
                  activation slips
                </a>
                {' or '}
              </>
            ) : null}
            <a data-reload href={listHref(isPlaced ? schoolPaths.idCardsFile : schoolPaths.idCards, printed)}>
              ID cards
            </a>
          </>
        }
        empty={{
          icon: 'users',
          title: 'No student yet',
          text: isNarrowed
            ? 'Once the office has made you class teacher of a section, its students are listed here.'
            : 'Students will be listed here with class and roll number. Add the first one.',
          action: add,
        }}
      />
    </>
  )
}
