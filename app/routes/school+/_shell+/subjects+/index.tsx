import { pageTitle, schoolPaths } from '~/http/school-paths'
import { classChoices, type NamedThing } from '~/models/academics/queries.server'
import { subjects } from '~/models/academics/subjects.server'
import { choicesOf } from '~/models/shared/fields'
import type { ListOf } from '~/office/list'
import { listLoader } from '~/office/list.server'
import { ListPage } from '~/office/list-page'

export const handle = pageTitle(() => 'Subjects')

export const list: ListOf<typeof subjects.list, NamedThing[]> = {
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

export default function SubjectsPage() {
  return (
    <ListPage
      list={list}
      context="What is taught, and in which classes."
      icon="book"
      empty="Subjects will be listed here. Exams and the timetable are made from them."
    />
  )
}
