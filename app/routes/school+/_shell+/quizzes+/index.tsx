import { classSectionChoices, ofTeacherSections, teacherSections } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { choicesOf, type Option } from '~/kit/forms/fields'
import type { ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { formatInstant } from '~/models/core/shared/calendar'
import { listQuizzes } from '~/models/learning/quizzes/quiz-queries.server'
import { type NamedThing, sessionChoices } from '~/models/people/academics/queries.server'
import { classSection } from '~/models/people/academics/rules'
import { quizStateNames, stateChoices } from './__office-words'

export const handle = pageTitle(() => 'Quizzes')

type Choices = { classes: NamedThing[]; sections: Option[]; sessions: NamedThing[] }

export const list: ListOf<typeof listQuizzes, Choices> = {
  path: schoolPaths.quizzes,
  file: { path: schoolPaths.quizzesFile, name: 'quizzes.csv' },
  noun: 'quiz',
  nouns: 'quizzes',
  may: 'quizzes:view',
  add: { href: schoolPaths.newQuiz, may: 'quizzes:edit' },
  search: { label: 'Search', placeholder: 'Title, description or subject' },
  filters: {
    class: { label: 'Class', any: 'All classes', options: ({ classes }) => choicesOf(classes) },
    section: { label: 'Section', any: 'All sections', options: ({ sections }) => sections },
    session: { label: 'Academic session', any: 'All sessions', options: ({ sessions }) => choicesOf(sessions) },
    state: { label: 'State', any: 'Any state', options: stateChoices(quizStateNames) },
  },
  columns: [
    {
      label: 'When',
      sort: 'newest',
      newestFirst: true,
      only: 'page',
      value: (row) => formatInstant(row.availableFrom, 'en'),
      cell: (row) => (
        <>
          <span className="nowrap">{formatInstant(new Date(row.availableFrom), 'en')}</span>{' '}
          <span className="soft nowrap">to {formatInstant(new Date(row.availableUntil), 'en')}</span>
        </>
      ),
    },
    { label: 'Quiz', role: 'title', sort: 'title', value: 'title', href: (row) => schoolPaths.quiz(row.publicId) },
    {
      label: 'Class',
      sort: 'class',
      value: 'className',
      cell: (row) => `${row.className}, ${row.sections ?? 'whole class'}`,
    },
    { label: 'Sections', only: 'file', value: (row) => row.sections ?? 'Whole class' },
    { label: 'Subject', value: 'subjectName' },
    { label: 'Session', only: 'file', value: 'sessionName' },
    { label: 'From', only: 'file', value: (row) => formatInstant(row.availableFrom, 'en') },
    { label: 'Until', only: 'file', value: (row) => formatInstant(row.availableUntil, 'en') },
    { label: 'Minutes', only: 'file', value: 'durationMinutes' },
    { label: 'Questions', align: 'end', value: 'questions' },
    { label: 'Attempts', align: 'end', value: 'attempts', href: (row) => schoolPaths.quizAttempts(row.publicId) },
    {
      label: 'To mark',
      align: 'end',
      value: 'toMark',
      cell: (row) => (row.toMark === 0 ? '–' : <a href={schoolPaths.quizMarking(row.publicId)}>{row.toMark}</a>),
    },
    { label: 'State', value: (row) => quizStateNames[row.state].label, tone: (row) => quizStateNames[row.state].tone },
  ],
}

export const loader = listLoader(
  list,
  ofTeacherSections(listQuizzes),
  async (scope, _view, staff): Promise<Choices> => {
    const ownSections = await teacherSections(staff)
    const [{ classes, sections }, sessions] = await Promise.all([
      classSectionChoices(scope, ownSections),
      ownSections ? [] : sessionChoices(scope),
    ])
    return {
      classes: classes.map(({ publicId, name }) => ({ publicId, name })),
      sections: sections.map(({ publicId, className, name }) => ({
        value: publicId,
        label: classSection(className, name),
      })),
      sessions: sessions.map(({ publicId, name }) => ({ publicId, name })),
    }
  },
)

export default listPage(list, {
  context: 'Questions, attempts, marks and statistics.',
  icon: 'quiz',
  empty:
    'Quizzes will be listed here. Add one, write its questions, then publish it. Teachers see the quizzes of their sections.',
})
