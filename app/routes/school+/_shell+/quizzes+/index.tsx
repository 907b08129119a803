import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms'
import { OfficeList } from '~/components/school/office-list'
import { Badge, ButtonLink, type Column, PageHead } from '~/components/ui'
import { classSectionChoices, idsOf, requireStaff, teacherSections } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { sessionChoices } from '~/models/academics/queries.server'
import { classSection } from '~/models/academics/rules'
import { mayStaff } from '~/models/accounts/permissions'
import { formatInstant } from '~/models/shared/calendar'
import { quizStateNames, stateChoices } from './__office-words'
import { quizListOf } from './__quiz-lists.server'

export const handle = pageTitle(() => 'Quizzes')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'quizzes:view')
  const own = await teacherSections(staff)
  const { view, list } = quizListOf(request, staff, idsOf(own))
  const [places, sessions, found] = await Promise.all([
    classSectionChoices(staff.scope, own),
    own ? [] : sessionChoices(staff.scope),
    list(),
  ])
  return {
    view,
    mayEdit: mayStaff(staff.role, 'quizzes:edit') && own?.length !== 0,
    classes: places.classes.map(({ publicId, name }) => ({ value: publicId, label: name })),
    sections: places.sections.map(({ publicId, className, name }) => ({
      value: publicId,
      label: classSection(className, name),
    })),
    sessions: sessions.map(({ publicId, name }) => ({ value: publicId, label: name })),
    list: {
      ...found,
      rows: found.rows.map(({ availableFrom, availableUntil, ...row }) => ({
        ...row,
        from: formatInstant(availableFrom, 'en'),
        until: formatInstant(availableUntil, 'en'),
      })),
    },
  }
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

const columns: Column<Row>[] = [
  {
    label: 'When',
    sort: 'newest',
    newestFirst: true,
    cell: (row) => (
      <>
        <span className="nowrap">{row.from}</span> <span className="soft nowrap">to {row.until}</span>
      </>
    ),
  },
  {
    label: 'Quiz',
    role: 'title',
    sort: 'title',
    cell: (row) => <a href={schoolPaths.quiz(row.publicId)}>{row.title}</a>,
  },
  { label: 'Class', sort: 'class', cell: (row) => `${row.className}, ${row.sections ?? 'whole class'}` },
  { label: 'Subject', cell: (row) => row.subjectName ?? '–' },
  { label: 'Questions', align: 'end', cell: (row) => row.questions },
  {
    label: 'Attempts',
    align: 'end',
    cell: (row) => <a href={schoolPaths.quizAttempts(row.publicId)}>{row.attempts}</a>,
  },
  {
    label: 'To mark',
    align: 'end',
    cell: (row) => (row.toMark === 0 ? '–' : <a href={schoolPaths.quizMarking(row.publicId)}>{row.toMark}</a>),
  },
  {
    label: 'State',
    cell: (row) => {
      const { label, tone } = quizStateNames[row.state]
      return <Badge tone={tone}>{label}</Badge>
    },
  },
]

export default function QuizzesPage() {
  const { view, mayEdit, classes, sections, sessions, list } = useLoaderData<typeof loader>()
  const add = mayEdit ? (
    <ButtonLink href={schoolPaths.newQuiz} variant="next" icon="plus">
      Add quiz
    </ButtonLink>
  ) : undefined
  return (
    <>
      <PageHead title="Quizzes" context="Questions, attempts, marks and statistics." action={add} />
      <OfficeList
        path={schoolPaths.quizzes}
        filePath={schoolPaths.quizzesFile}
        view={view}
        list={list}
        noun="quiz"
        nouns="quizzes"
        caption="Quizzes"
        columns={columns}
        rowKey={(row) => row.publicId}
        search={{ label: 'Search', placeholder: 'Title, description or subject' }}
        filters={
          <>
            <SelectField
              name="class"
              label="Class"
              placeholder="All classes"
              defaultValue={view.filters.class}
              options={classes}
            />
            <SelectField
              name="section"
              label="Section"
              placeholder="All sections"
              defaultValue={view.filters.section}
              options={sections}
            />
            {sessions.length > 0 ? (
              <SelectField
                name="session"
                label="Academic session"
                placeholder="All sessions"
                defaultValue={view.filters.session}
                options={sessions}
              />
            ) : null}
            <SelectField
              name="state"
              label="State"
              placeholder="Any state"
              defaultValue={view.filters.state}
              options={stateChoices(quizStateNames)}
            />
          </>
        }
        empty={{
          icon: 'quiz',
          title: 'No quiz yet',
          text: mayEdit
            ? 'Quizzes will be listed here. Add one, write its questions, then publish it.'
            : 'Quizzes of your sections will be listed here.',
          action: add,
        }}
      />
    </>
  )
}
