import { pageTitle, schoolPaths } from '~/http/school-paths'
import { choicesOf } from '~/kit/forms/fields'
import type { ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { classChoices, type NamedThing } from '~/models/people/academics/queries.server'
import { classSection } from '~/models/people/academics/rules'
import { sections } from '~/models/people/academics/sections.server'

export const handle = pageTitle(() => 'Sections')

const list: ListOf<typeof sections.list, NamedThing[]> = {
  path: schoolPaths.sections,
  file: { path: schoolPaths.sectionsFile, name: 'sections.csv' },
  noun: 'section',
  may: 'academics:view',
  add: { href: schoolPaths.newSection, may: 'academics:edit' },
  search: { label: 'Search', placeholder: 'Section or class teacher' },
  filters: { class: { label: 'Class', any: 'All classes', options: choicesOf } },
  columns: [
    { label: 'Class', only: 'file', value: 'className' },
    {
      label: 'Section',
      role: 'title',
      sort: 'class',
      value: 'name',
      cell: (row) => <a href={schoolPaths.section(row.publicId)}>{classSection(row.className, row.name)}</a>,
    },
    { label: 'Class teacher', sort: 'teacher', value: 'teacherName' },
    { label: 'Students', align: 'end', sort: 'students', value: 'taken' },
    { label: 'Capacity', align: 'end', sort: 'capacity', value: 'capacity' },
    {
      label: 'Seats left',
      only: 'page',
      value: (row) => (row.taken < row.capacity ? `${row.capacity - row.taken} left` : 'Full'),
      tone: (row) => (row.taken < row.capacity ? 'good' : 'warn'),
    },
  ],
}

export const loader = listLoader(list, sections.list, classChoices)

export default listPage(list, {
  context: 'Seats taken are those of the current session.',
  icon: 'dashboard',
  empty: 'Sections will be listed here. Each belongs to a class and has a number of seats.',
})
