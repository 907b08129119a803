import { pageTitle, schoolPaths } from '~/http/school-paths'
import type { ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { classes } from '~/models/people/academics/classes.server'

export const handle = pageTitle(() => 'Classes')

const list: ListOf<typeof classes.list> = {
  path: schoolPaths.classes,
  file: { path: schoolPaths.classesFile, name: 'classes.csv' },
  noun: 'class',
  nouns: 'classes',
  may: 'academics:view',
  add: { href: schoolPaths.newClass, may: 'academics:edit' },
  search: { label: 'Search' },
  filters: {},
  columns: [
    { label: 'Position', align: 'end', sort: 'position', value: 'position' },
    { label: 'Class', role: 'title', sort: 'name', value: 'name', href: (row) => schoolPaths.class(row.publicId) },
    { label: 'Sections', align: 'end', value: 'sections' },
    { label: 'Students', align: 'end', sort: 'students', value: 'studying' },
  ],
}

export const loader = listLoader(list, classes.list)

export default listPage(list, {
  context: 'In the school’s order; the number of students is for the current session.',
  icon: 'school',
  empty: 'Classes will be listed here. Add the first, then its sections.',
})
