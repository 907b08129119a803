import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms/select-field'
import { listHref } from '~/components/school/list-href'
import { OfficeList } from '~/components/school/office-list'
import { Alert } from '~/components/ui/alert'
import { Badge } from '~/components/ui/badge'
import { ButtonLink } from '~/components/ui/button'
import type { Column } from '~/components/ui/data-table'
import { PageHead } from '~/components/ui/page-head'
import { requireStaff } from '~/http/guards.server'
import { listViewOf } from '~/http/list.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { classSectionChoices, idsOf, teacherSections } from '~/http/teacher-sections.server'
import { enrollmentFilters, enrollmentSorts, listEnrollments } from '~/models/academics/list-enrollments.server'
import { sessionChoices } from '~/models/academics/queries.server'
import { classSection } from '~/models/academics/rules'
import { mayStaff } from '~/models/accounts/permissions'
import { formatDay } from '~/models/shared/calendar'
import { fullName } from '~/models/students/rules'

export const handle = pageTitle(() => 'Enrollments')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'students:view')
  const { scope, role } = staff
  const view = listViewOf(request, { sorts: enrollmentSorts, filters: enrollmentFilters })
  const own = await teacherSections(staff)
  const [sessions, { classes, sections }, list] = await Promise.all([
    sessionChoices(scope),
    classSectionChoices(scope, own),
    listEnrollments(scope, { ...view, ownSectionIds: idsOf(own) }),
  ])
  const chosenClass = classes.find((one) => one.publicId === view.filters.class)
  return {
    view,
    list,
    mayEdit: mayStaff(role, 'students:edit'),
    sessionName: sessions.find((one) =>
      view.filters.session === '' ? one.isCurrent : one.publicId === view.filters.session,
    )?.name,
    sessions: sessions.map(({ publicId, name, isCurrent }) => ({
      value: isCurrent ? '' : publicId,
      label: isCurrent ? `${name} (current)` : name,
    })),
    classes: classes.map(({ publicId, name }) => ({ value: publicId, label: name })),
    sections: sections
      .filter((one) => !chosenClass || one.className === chosenClass.name || one.publicId === view.filters.section)
      .map(({ publicId, className, name }) => ({ value: publicId, label: classSection(className, name) })),
  }
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

const columns = (mayEdit: boolean): Column<Row>[] => [
  {
    key: 'name',
    label: 'Student',
    role: 'title',
    sort: 'name',
    cell: (row) => (
      <a
        href={
          mayEdit
            ? schoolPaths.editEnrollment(row.studentPublicId, row.publicId)
            : schoolPaths.student(row.studentPublicId)
        }
      >
        {fullName(row)}
      </a>
    ),
  },
  { key: 'number', label: 'Enrollment number', align: 'nowrap', cell: (row) => row.enrollmentNumber },
  { key: 'class', label: 'Class', sort: 'class', cell: (row) => classSection(row.className, row.sectionName) },
  { key: 'roll', label: 'Roll number', align: 'end', sort: 'roll', cell: (row) => row.rollNumber ?? '–' },
  {
    key: 'enrolled',
    label: 'Enrolled on',
    align: 'nowrap',
    sort: 'enrolled',
    newestFirst: true,
    cell: (row) => formatDay(row.enrolledOn, 'en'),
  },
  {
    key: 'status',
    label: 'Status',
    cell: (row) => (row.status === 'left' ? <Badge tone="neutral">Left</Badge> : <Badge tone="good">Studying</Badge>),
  },
]

export default function EnrollmentsPage() {
  const { view, list, mayEdit, sessionName, sessions, classes, sections } = useLoaderData<typeof loader>()
  const { filters } = view
  const promote = mayEdit ? (
    <ButtonLink href={schoolPaths.promote} variant="next">
      Promote a class
    </ButtonLink>
  ) : undefined
  const assign = (
    <ButtonLink href={schoolPaths.assignEnrollments} variant="next" icon="plus">
      Assign students
    </ButtonLink>
  )
  return (
    <>
      <PageHead title="Enrollments" context={sessionName ? `Session ${sessionName}` : undefined} action={promote} />
      <OfficeList
        path={schoolPaths.enrollments}
        filePath={schoolPaths.enrollmentsFile}
        view={view}
        list={list}
        noun="enrollment"
        caption="Enrollments"
        columns={columns(mayEdit)}
        rowKey={(row) => row.publicId}
        search={{ label: 'Search enrollments', placeholder: 'Name, enrollment or roll number' }}
        filters={
          <>
            <SelectField
              name="session"
              label="Academic session"
              placeholder={null}
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
                { value: 'studying', label: 'Studying' },
                { value: 'left', label: 'Left' },
              ]}
            />
          </>
        }
        summary={
          mayEdit ? (
            <>
              {' · '}
              <a href={schoolPaths.assignEnrollments}>Assign students</a>
              {' · '}
              <a
                href={listHref(schoolPaths.rollNumbers, {
                  session: filters.session,
                  section: filters.section,
                })}
              >
                Roll numbers
              </a>
            </>
          ) : undefined
        }
        empty={{
          icon: 'users',
          title: 'Nobody is enrolled in this session yet',
          text: 'Enrollments will be listed here: assign students to a section, or promote last session’s classes.',
          action: mayEdit ? assign : undefined,
        }}
      />
    </>
  )
}

/** Whatever keeps the list from being read is told in the specification's words; the shell around it stays. */
export function ErrorBoundary() {
  return (
    <>
      <PageHead title="Enrollments" />
      <Alert tone="bad" title="Failed to fetch enrollments">
        <p>
          The list could not be read just now. Nothing was changed. <a href={schoolPaths.enrollments}>Try again</a>
        </p>
      </Alert>
    </>
  )
}
