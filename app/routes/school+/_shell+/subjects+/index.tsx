import { pageTitle, schoolPaths } from '~/http/school-paths'
import { choicesOf } from '~/kit/forms/fields'
import type { ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { classChoices, type NamedThing } from '~/models/people/academics/queries.server'
import { subjects } from '~/models/people/academics/subjects.server'

export const handle = pageTitle(() => 'Subjects')

const list: ListOf<typeof subjects.list, NamedThing[]> = {
  path: schoolPaths.subjects,
  file: { path: schoolPaths.subjectsFile, name: 'subjects.csv' },
  noun: 'subject',
  may: 'academics:view',
  add: { href: schoolPaths.newSubject, may: 'academics:edit' },
  search: { label: 'Search', placeholder: 'Name or code' },
  filters: { class: { label: 'Class', any: 'All classes', options: choicesOf } },
  columns: [
    { label: 'Subject', role: 'title', sort: 'name', value: 'name', href: (row) => schoolPaths.subject(row.publicId) },
    { label: 'Code', sort: 'code', value: 'code' },
    { label: 'Classes', value: 'classNames' },
  ],
}

export const loader = listLoader(list, subjects.list, classChoices)

export default listPage(list, {
  context: 'What is taught, and in which classes.',
  icon: 'book',
  empty: 'Subjects will be listed here. Exams and the timetable use them.',
})
