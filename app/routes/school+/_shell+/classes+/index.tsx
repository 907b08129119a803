import { pageTitle, schoolPaths } from '~/http/school-paths'
import { classes } from '~/models/academics/classes.server'
import type { ListOf } from '~/office/list'
import { listLoader } from '~/office/list.server'
import { ListPage } from '~/office/list-page'

export const handle = pageTitle(() => 'Classes')

export const list: ListOf<typeof classes.list> = {
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

export default function ClassesPage() {
  return (
    <ListPage
      list={list}
      context="In the school’s order; the number of students is for the current session."
      icon="school"
      empty="Classes will be listed here. Add the first, then its sections."
    />
  )
}
