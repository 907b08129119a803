import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms'
import { OfficeList } from '~/components/school/office-list'
import { Badge, type Column, PageHead } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { choicesOf } from '~/kit/forms/fields'
import { formatInstant } from '~/models/core/shared/calendar'
import { sections as allSections } from '~/models/people/academics/sections.server'
import { attemptStateNames, scoreWords, stateChoices } from './__office-words'
import { requireQuiz } from './__quiz-guard.server'
import { studentListOf } from './__quiz-lists.server'

export const handle = pageTitle<{ title: string } | undefined>((data) =>
  data ? `Attempts: ${data.title}` : 'Attempts',
)

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const visit = await requireQuiz(context, request, params.id, 'quizzes:view')
  const { quiz, own } = visit
  const { view, list } = studentListOf(request, visit)
  const ownOfClass = own?.filter((section) => section.classPublicId === quiz.classPublicId)
  const [sections, found] = await Promise.all([ownOfClass ?? sectionsOfClassOf(visit), list()])
  return {
    id: quiz.publicId,
    title: quiz.title,
    place: `${quiz.className}, ${quiz.sessionName}`,
    view,
    sections: choicesOf(sections),
    list: {
      ...found,
      rows: found.rows.map(({ startedAt: _, submittedAt, ...row }) => ({
        ...row,
        submitted: submittedAt ? formatInstant(submittedAt, 'en') : '–',
      })),
    },
  }
}

function sectionsOfClassOf({ scope, quiz }: Awaited<ReturnType<typeof requireQuiz>>) {
  if (quiz.sections.length > 0) return quiz.sections
  return allSections.ofClass(scope, quiz.classId)
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

function columnsOf(quizId: string): Column<Row>[] {
  return [
    { label: 'Roll number', align: 'end', sort: 'roll', cell: (row) => row.rollNumber ?? '–' },
    {
      label: 'Student',
      role: 'title',
      sort: 'name',
      cell: (row) =>
        row.attemptId ? (
          <a href={schoolPaths.quizAttempt(quizId, row.attemptId)}>{row.studentName}</a>
        ) : (
          row.studentName
        ),
    },
    { label: 'Enrollment number', align: 'nowrap', cell: (row) => row.enrollmentNumber },
    { label: 'Section', cell: (row) => row.sectionName },
    { label: 'Submitted', sort: 'submitted', newestFirst: true, cell: (row) => row.submitted },
    { label: 'Score', align: 'end', sort: 'score', cell: (row) => scoreWords(row.score, row.maxScore) },
    {
      label: 'State',
      cell: (row) => {
        const { label, tone } = attemptStateNames[row.state]
        return <Badge tone={tone}>{label}</Badge>
      },
    },
  ]
}

export default function AttemptsPage() {
  const { id, title, place, view, sections, list } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Attempts"
        context={
          <>
            <a href={schoolPaths.quiz(id)}>{title}</a>, {place}
          </>
        }
      />
      <OfficeList
        path={schoolPaths.quizAttempts(id)}
        filePath={schoolPaths.quizAttemptsFile(id)}
        view={view}
        list={list}
        noun="student"
        caption="Students"
        columns={columnsOf(id)}
        rowKey={(row) => row.publicId}
        search={{ label: 'Search', placeholder: 'Name or enrollment number' }}
        filters={
          <>
            <SelectField
              name="section"
              label="Section"
              placeholder="All sections"
              defaultValue={view.filters.section}
              options={sections}
            />
            <SelectField
              name="state"
              label="State"
              placeholder="Any state"
              defaultValue={view.filters.state}
              options={stateChoices(attemptStateNames)}
            />
          </>
        }
        empty={{
          icon: 'users',
          title: 'No students yet',
          text: 'The students of the quiz’s class and sections will be listed here.',
        }}
      />
    </>
  )
}
