import { listHref } from '~/components/school/list-href'
import { classSectionChoices, ofTeacherSections, teacherSections } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { listStudents } from '~/models/academics/list-students.server'
import { type NamedThing, sessionChoices } from '~/models/academics/queries.server'
import { classSection, sectionOptions } from '~/models/academics/rules'
import { choicesOf, type Option, optionsOf } from '~/models/shared/fields'
import type { Tone } from '~/models/shared/tone'
import { fullName } from '~/models/students/rules'
import { statusNames } from '~/models/students/status-options'
import type { ListOf } from '~/office/list'
import { listLoader } from '~/office/list.server'
import { ListPage } from '~/office/list-page'
import { statusOf } from './__status-badge'

export const handle = pageTitle(() => 'Students')

type Choices = {
  sessions: NamedThing[]
  classes: NamedThing[]
  sections: Option[]
  /** A teacher sees those of the own sections. */
  isOwn: boolean
  /** What is printed: those of the list. */
  printed: Record<string, string>
}

export const list: ListOf<typeof listStudents, Choices> = {
  path: schoolPaths.students,
  file: { path: schoolPaths.studentsFile, name: 'students.csv' },
  noun: 'student',
  may: 'students:view',
  add: { href: schoolPaths.newStudent, may: 'students:edit' },
  search: { label: 'Search students', placeholder: 'Name, e-mail, mobile, number' },
  filters: {
    session: { label: 'Academic session', any: 'Any session', options: ({ sessions }) => choicesOf(sessions) },
    class: { label: 'Class', any: 'All classes', options: ({ classes }) => choicesOf(classes) },
    section: { label: 'Section', any: 'All sections', options: ({ sections }) => sections },
    status: {
      label: 'Status',
      any: 'Any status',
      options: optionsOf({ ...statusNames, 'no-password': 'No password yet' }),
    },
  },
  // No Aadhaar number, and no birth date: it is a first password.
  columns: [
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
    { label: 'Status', only: 'file', value: (row) => statusNames[row.status] },
    { label: 'Password chosen', only: 'file', value: (row) => (row.hasPassword ? 'Yes' : 'No') },
  ],
}

export const loader = listLoader(
  list,
  ofTeacherSections(listStudents),
  async (scope, view, staff): Promise<Choices> => {
    const own = await teacherSections(staff)
    const [sessions, { classes, sections }] = await Promise.all([
      sessionChoices(scope),
      classSectionChoices(scope, own),
    ])
    const { filters, search } = view
    const chosen = classes.find((one) => one.publicId === filters.class)
    return {
      sessions: sessions.map(({ publicId, name }) => ({ publicId, name })),
      classes: classes.map(({ publicId, name }) => ({ publicId, name })),
      sections: sectionOptions(
        sections.filter((one) => !chosen || one.className === chosen.name || one.publicId === filters.section),
      ),
      isOwn: own !== null,
      printed: { ...filters, search },
    }
  },
)

export default function StudentsPage() {
  return (
    <ListPage
      list={list}
      context={({ isOwn, printed }) =>
        isOwn
          ? 'Those of the sections that you are class teacher of.'
          : printed.session
            ? ''
            : 'Class and roll number are those of the current session.'
      }
      isNarrowed={({ isOwn }) => isOwn}
      icon="users"
      empty="Students will be listed here with class and roll number; a teacher’s are those of the own section. Add the first one."
      summary={({ printed }, mayEdit) => {
        // Once a class is chosen the file itself is a click away; before that, a page asks for one.
        const isPlaced = Boolean(printed.class || printed.section)
        return (
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
        )
      }}
    />
  )
}
