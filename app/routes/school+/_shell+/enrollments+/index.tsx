import { useLoaderData } from '@remix-run/react'
import { listHref } from '~/components/school/list-href'
import { Alert, PageHead } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { optionsOf } from '~/kit/forms/fields'
import { dayColumn, type ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { ListPage } from '~/kit/pages/list-page'
import { classSection } from '~/models/people/academics/rules'
import { choicesSeen, listSeen } from './__list.server'

export const handle = pageTitle(() => 'Enrollments')

const statusWords = { studying: 'Studying', left: 'Left' } as const

export const list: ListOf<typeof listSeen, Awaited<ReturnType<typeof choicesSeen>>> = {
  path: schoolPaths.enrollments,
  file: { path: schoolPaths.enrollmentsFile, name: 'enrollments.csv' },
  noun: 'enrollment',
  may: 'students:view',
  add: { href: schoolPaths.assignEnrollments, may: 'students:edit', label: 'Assign students' },
  search: { label: 'Search enrollments', placeholder: 'Name, enrollment or roll number' },
  filters: {
    session: { label: 'Academic session', any: null, options: ({ sessions }) => sessions },
    class: { label: 'Class', any: 'All classes', options: ({ classes }) => classes },
    section: { label: 'Section', any: 'All sections', options: ({ sections }) => sections },
    status: { label: 'Status', any: 'Any status', options: optionsOf(statusWords) },
  },
  columns: [
    {
      label: 'Student',
      role: 'title',
      sort: 'name',
      value: 'name',
      href: (row, mayEdit) =>
        mayEdit
          ? schoolPaths.editEnrollment(row.studentPublicId, row.publicId)
          : schoolPaths.student(row.studentPublicId),
    },
    { label: 'Enrollment number', align: 'nowrap', value: 'enrollmentNumber' },
    { label: 'Class', sort: 'class', value: 'className', cell: (row) => classSection(row.className, row.sectionName) },
    { label: 'Section', only: 'file', value: 'sectionName' },
    { label: 'Roll number', align: 'end', sort: 'roll', value: 'rollNumber' },
    dayColumn('Enrolled on', (row) => row.enrolledOn, { sort: 'enrolled', newestFirst: true }),
    {
      label: 'Status',
      value: (row) => statusWords[row.status],
      tone: (row) => (row.status === 'left' ? 'neutral' : 'good'),
    },
  ],
}

export const loader = listLoader(list, listSeen, choicesSeen)

export default function EnrollmentsPage() {
  const { view, mayAdd, more } = useLoaderData<typeof loader>()
  const { session, section } = view.filters
  return (
    <ListPage
      list={list}
      context={more.sessionName ? `Session ${more.sessionName}` : undefined}
      icon="users"
      empty="Enrollments will be listed here: assign students to a section, or promote last session’s classes."
      summary={
        mayAdd ? (
          <>
            {' · '}
            <a href={schoolPaths.promote}>Promote a class</a>
            {' · '}
            <a href={listHref(schoolPaths.rollNumbers, { session, section })}>Roll numbers</a>
          </>
        ) : undefined
      }
    />
  )
}

/** Error message that the specification requires when the list cannot be loaded; the shell stays. */
export function ErrorBoundary() {
  return (
    <>
      <PageHead title="Enrollments" />
      <Alert tone="bad" title="Failed to fetch enrollments">
        <p>
          The list could not be loaded. Nothing was changed. <a href={schoolPaths.enrollments}>Try again</a>
        </p>
      </Alert>
    </>
  )
}
