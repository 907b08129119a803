import { listHref } from '~/components/school/list-href'
import { type ListView, ofTeacherSections } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { choicesOf, optionsOf, viewOf } from '~/kit/forms/fields'
import type { ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { tickColumn } from '~/kit/pages/tick-column'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { Tone } from '~/models/core/shared/tone'
import { listStudents } from '~/models/people/academics/list-students.server'
import { sessionChoices } from '~/models/people/academics/queries.server'
import { classSection } from '~/models/people/academics/rules'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'
import { studentForm } from '~/models/people/students/describe/student-fields.server'
import { studentStatusNames } from '~/models/people/students/register/status-options'
import { fullName } from '~/models/people/students/rules'
import { sectionsSeen } from '~/routes/school+/_shell+/__sections-seen.server'
import { statusOf } from './__status-badge'

export const handle = pageTitle(() => 'Students')

/** Filter options of the list; a teacher sees only their own sections. The print links use the same filters. */
async function choices(_: SchoolScope, { filters, search }: ListView, staff: StaffSession) {
  const [sessions, seen] = await Promise.all([sessionChoices(staff.scope), sectionsSeen(staff, filters)])
  const { gender, category } = viewOf(studentForm).fields
  return {
    genders: gender?.options ?? [],
    categories: category?.options ?? [],
    sessions: choicesOf(sessions),
    ...seen,
    printed: { ...filters, search } as Record<string, string>,
  }
}

export const list: ListOf<typeof listStudents, Awaited<ReturnType<typeof choices>>> = {
  path: schoolPaths.students,
  file: { path: schoolPaths.studentsFile, name: 'students.csv' },
  noun: 'student',
  may: 'students:view',
  add: { href: schoolPaths.newStudent, may: 'students:edit' },
  search: { label: 'Search students', placeholder: 'Name, e-mail, mobile, number' },
  filters: {
    session: { label: 'Academic session', any: 'Any session', options: ({ sessions }) => sessions },
    class: { label: 'Class', any: 'All classes', options: ({ classes }) => classes },
    section: { label: 'Section', any: 'All sections', options: ({ sections }) => sections },
    status: {
      label: 'Status',
      any: 'Any status',
      options: optionsOf({ ...studentStatusNames, 'no-password': 'No password yet' }),
    },
    gender: { label: 'Gender', isFurther: true, kind: 'word', options: ({ genders }) => genders },
    category: { label: 'Category', isFurther: true, kind: 'word', options: ({ categories }) => categories },
    rte: { label: 'RTE', isFurther: true, options: optionsOf({ yes: 'Under RTE', no: 'Not under RTE' }) },
  },
  // Excludes the Aadhaar number, and the birth date, which is a first password.
  columns: [
    tickColumn('student', fullName),
    {
      label: 'Name',
      role: 'title',
      sort: 'name',
      only: 'page',
      value: fullName,
      href: (row) => schoolPaths.student(row.publicId),
    },
    { label: 'Enrollment number', align: 'nowrap', sort: 'number', value: 'enrollmentNumber' },
    { label: 'First name', only: 'file', value: 'firstName' },
    { label: 'Last name', only: 'file', value: 'lastName' },
    {
      label: 'Class and roll number',
      sort: 'class',
      only: 'page',
      value: ({ className, sectionName, rollNumber }) =>
        className && sectionName
          ? `${classSection(className, sectionName)}${rollNumber === null ? '' : `, ${rollNumber}`}`
          : 'Not enrolled',
    },
    { label: 'Class', only: 'file', value: 'className' },
    { label: 'Section', only: 'file', value: 'sectionName' },
    { label: 'Roll number', only: 'file', value: 'rollNumber' },
    { label: 'Mobile number', align: 'nowrap', value: 'mobileNumber' },
    { label: 'Email', only: 'file', value: 'email' },
    { label: 'Status', only: 'page', value: (row) => statusOf(row).label, tone: (row): Tone => statusOf(row).tone },
    { label: 'Status', only: 'file', value: (row) => studentStatusNames[row.status] },
    { label: 'Password chosen', only: 'file', value: (row) => (row.hasPassword ? 'Yes' : 'No') },
  ],
}

export const loader = listLoader(list, ofTeacherSections(listStudents), choices)

export default listPage(list, {
  context: ({ isOwn, printed }) =>
    isOwn
      ? 'Students of the sections where you are class teacher.'
      : printed.session
        ? ''
        : 'Class and roll number are those of the current session.',
  isNarrowed: ({ isOwn }) => isOwn,
  icon: 'users',
  empty:
    'Students will be listed here with class and roll number; teachers see those of their own section. Add the first one.',
  summary: ({ printed }, mayEdit) => {
    // With a class or section chosen, the link leads to the file itself, otherwise to a page that asks for one.
    const isPlaced = Boolean(printed.class || printed.section)
    return (
      <>
        {mayEdit ? (
          <>
            {' · '}
            <a href={listHref(schoolPaths.exportStudents, printed)}>Export all details</a>
          </>
        ) : null}
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
        </a>{' '}
        <button type="submit" form="ticked" className="btn btn-secondary">
          Actions for ticked students…
        </button>
      </>
    )
  },
  above: <form id="ticked" method="get" action={schoolPaths.selectedStudents} />,
})
