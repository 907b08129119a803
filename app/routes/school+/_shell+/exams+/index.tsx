import { pageTitle, schoolPaths } from '~/http/school-paths'
import { choicesOf, optionsOf } from '~/kit/forms/fields'
import { dayColumn, type ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { examTypeNames } from '~/models/learning/exams/exam-fields'
import { listExams } from '~/models/learning/exams/exam-queries.server'
import { classChoices, type NamedThing, sessionChoices } from '~/models/people/academics/queries.server'
import { markStatusNames, publishedBadge } from './__office-words'

export const handle = pageTitle(() => 'Exams')

const list: ListOf<typeof listExams, { classes: NamedThing[]; sessions: NamedThing[] }> = {
  path: schoolPaths.exams,
  file: { path: schoolPaths.examsFile, name: 'exams.csv' },
  noun: 'exam',
  may: 'exams:view',
  add: { href: schoolPaths.newExam, may: 'exams:edit' },
  search: { label: 'Search', placeholder: 'Name or description' },
  filters: {
    type: { label: 'Type', any: 'All types', options: optionsOf(examTypeNames) },
    class: { label: 'Class', any: 'All classes', options: ({ classes }) => choicesOf(classes) },
    session: { label: 'Academic session', any: 'All sessions', options: ({ sessions }) => choicesOf(sessions) },
    status: {
      label: 'Status',
      any: 'Any status',
      options: Object.entries(markStatusNames).map(([value, { label }]) => ({ value, label })),
    },
    results: {
      label: 'Results',
      any: 'All',
      options: optionsOf({ published: 'Published', unpublished: 'Not published' }),
    },
  },
  columns: [
    dayColumn('From', (row) => row.startsOn, { sort: 'newest', newestFirst: true }),
    dayColumn('Until', (row) => row.endsOn),
    { label: 'Exam', role: 'title', sort: 'name', value: 'name', href: (row) => schoolPaths.exam(row.publicId) },
    { label: 'Class', sort: 'class', value: 'className' },
    { label: 'Type', value: (row) => examTypeNames[row.type] },
    { label: 'Session', align: 'nowrap', value: 'sessionName' },
    { label: 'Papers', align: 'end', value: 'papers' },
    {
      label: 'Status',
      value: (row) => markStatusNames[row.status].label,
      tone: (row) => markStatusNames[row.status].tone,
    },
    {
      label: 'Results',
      value: (row) => publishedBadge(row.published).label,
      tone: (row) => publishedBadge(row.published).tone,
    },
  ],
}

export const loader = listLoader(list, listExams, async (scope) => {
  const [classes, sessions] = await Promise.all([classChoices(scope), sessionChoices(scope)])
  return { classes, sessions: sessions.map(({ publicId, name }) => ({ publicId, name })) }
})

export default listPage(list, {
  context: 'Papers, marks and results.',
  icon: 'exam',
  empty:
    'Exams will be listed here: add one, then its papers; marks are entered paper by paper. Teachers see the exams of their sections and subjects.',
})
