import { pageTitle, schoolPaths } from '~/http/school-paths'
import { choicesOf } from '~/kit/forms/fields'
import type { ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { listSchemes } from '~/models/learning/report-cards/schemes.server'
import { type NamedThing, sessionChoices } from '~/models/people/academics/queries.server'

export const handle = pageTitle(() => 'Report cards')

const list: ListOf<typeof listSchemes, { sessions: NamedThing[] }> = {
  path: schoolPaths.reportSchemes,
  file: { path: schoolPaths.reportSchemesFile, name: 'report-schemes.csv' },
  noun: 'scheme',
  may: 'exams:view',
  add: { href: schoolPaths.newReportScheme, may: 'exams:edit' },
  search: { label: 'Search', placeholder: 'Name of the scheme' },
  filters: {
    session: { label: 'Academic session', any: 'All sessions', options: ({ sessions }) => choicesOf(sessions) },
  },
  columns: [
    {
      label: 'Scheme',
      role: 'title',
      sort: 'name',
      value: 'name',
      href: (row) => schoolPaths.reportScheme(row.publicId),
    },
    { label: 'Session', align: 'nowrap', sort: 'newest', newestFirst: true, value: 'sessionName' },
    { label: 'Classes', value: 'classNames' },
    { label: 'Published cards', align: 'end', value: 'cards' },
    { label: 'Revision', align: 'end', value: 'revision' },
  ],
}

export const loader = listLoader(list, listSchemes, async (scope) => ({
  sessions: (await sessionChoices(scope)).map(({ publicId, name }) => ({ publicId, name })),
}))

export default listPage(list, {
  context: 'How marks, grades and remarks become the report card of a class.',
  icon: 'exam',
  empty:
    'Schemes will be listed here: begin with a CBSE template or with your own terms. Cards of a single exam are printed from the exam.',
})
