import { pageTitle, schoolPaths } from '~/http/school-paths'
import { optionsOf } from '~/kit/forms/fields'
import { dayColumn, type ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { teacherStatusWords } from '~/models/people/academics/academic-fields'
import { teachers } from '~/models/people/academics/teachers.server'

export const handle = pageTitle(() => 'Teachers')

const list: ListOf<typeof teachers.list> = {
  path: schoolPaths.teachers,
  file: { path: schoolPaths.teachersFile, name: 'teachers.csv' },
  noun: 'teacher',
  may: 'academics:view',
  add: { href: schoolPaths.newTeacher, may: 'academics:edit' },
  search: { label: 'Search', placeholder: 'Name, number, e-mail or mobile' },
  filters: { status: { label: 'Status', any: 'All', options: optionsOf(teacherStatusWords) } },
  columns: [
    { label: 'Teacher', role: 'title', sort: 'name', value: 'name', href: (row) => schoolPaths.teacher(row.publicId) },
    { label: 'Employee number', align: 'nowrap', sort: 'number', value: 'employeeNumber' },
    { label: 'Email', only: 'file', value: 'email' },
    { label: 'Mobile', align: 'nowrap', value: 'mobileNumber' },
    { label: 'Qualification', only: 'file', value: 'qualification' },
    { label: 'Designation', only: 'file', value: 'designation' },
    { label: 'Subjects taught', only: 'file', value: 'subjectsTaught' },
    { label: 'Class teacher of', value: 'sectionNames' },
    dayColumn('Joined on', (row) => row.joinedOn, { sort: 'joined' }),
    {
      label: 'Status',
      value: (row) => teacherStatusWords[row.status],
      tone: (row) => (row.status === 'active' ? 'good' : 'neutral'),
    },
  ],
}

export const loader = listLoader(list, teachers.list)

export default listPage(list, {
  context: 'Each section has one of them as class teacher.',
  icon: 'user',
  empty: 'Teachers will be listed here. Then a section can have its class teacher.',
})
