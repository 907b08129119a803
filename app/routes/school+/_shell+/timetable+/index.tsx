import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms'
import { listHref } from '~/components/school/list-href'
import { WeekTable } from '~/components/timetable/week-table'
import { Alert, ButtonLink, EmptyState, FilterBar, PageHead, Tabs } from '~/components/ui'
import { requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { roomWords } from '~/models/learning/timetable/rules'
import { SessionField } from '~/routes/school+/_shell+/__session-field'
import { readOfficeWeek } from './__timetable-week.server'

export const handle = pageTitle<{ title: string } | undefined>((data) =>
  data ? (data.title === 'My timetable' ? data.title : `Timetable: ${data.title}`) : 'Timetable',
)

export async function loader({ context, request }: LoaderFunctionArgs) {
  return readOfficeWeek(await requireStaff(context, request, 'timetable:view'), request)
}

export default function TimetablePage() {
  const week = useLoaderData<typeof loader>()
  const { by, id, title, session, hasOwn, mayEdit } = week
  const tab = (label: string, ownerKind: string, current: boolean) => ({
    href: listHref(schoolPaths.timetable, { by: ownerKind }),
    label,
    current,
  })
  return (
    <div className="landscape">
      <PageHead
        title={by === 'own' ? title : `Timetable: ${title}`}
        context={session?.name}
        action={
          mayEdit ? (
            <ButtonLink href={schoolPaths.bellPeriods} variant="secondary" icon="clock" label="Bell schedule" />
          ) : undefined
        }
      />
      <Tabs
        label="Whose timetable"
        tabs={[
          ...(hasOwn ? [tab('My timetable', '', by === 'own')] : []),
          tab('By section', hasOwn ? 'section' : '', by === 'section'),
          tab('By teacher', 'teacher', by === 'teacher'),
        ]}
      />
      {session === null ? (
        <EmptyState
          icon="calendar"
          title="First add an academic session"
          text="A timetable belongs to an academic session, and there is no session yet."
          action={mayEdit ? <ButtonLink href={schoolPaths.newSession} label="Add academic session" /> : undefined}
        />
      ) : id === null ? (
        <Missing by={by} mayEdit={mayEdit} />
      ) : (
        <>
          <WeekFilters week={{ ...week, session, id }} />
          <OfficeWeek week={{ ...week, session, id }} />
          <WeekActions week={{ ...week, session, id }} />
        </>
      )}
    </div>
  )
}

/** Message with the next step, for a school without any week to show. */
function Missing({ by, mayEdit }: Pick<Week, 'by' | 'mayEdit'>) {
  if (by === 'own') {
    return (
      <EmptyState
        icon="user"
        title="Your sign-in is not linked to a teacher"
        text="Ask the office to select your sign-in in your entry under Teachers. Until then, view the timetable by section or by teacher."
      />
    )
  }
  const [title, text, href, label] =
    by === 'section'
      ? ['First add a section', 'A timetable is made for a section of a class.', schoolPaths.newSection, 'Add section']
      : [
          'No active teacher yet',
          'Teachers are listed here with their weekly timetables.',
          schoolPaths.newTeacher,
          'Add teacher',
        ]
  return (
    <EmptyState
      icon="school"
      title={title}
      text={text}
      action={mayEdit ? <ButtonLink href={href} label={label} /> : undefined}
    />
  )
}

type Week = Awaited<ReturnType<typeof loader>>
type WeekProps = { week: Week & { id: string; session: NonNullable<Week['session']> } }

function WeekFilters({ week }: WeekProps) {
  const { by, id, session, sessions, choices } = week
  return (
    <FilterBar action={schoolPaths.timetable} submitLabel="Show">
      {by === 'own' ? null : (
        <SelectField
          key={id}
          name={by}
          label={by === 'section' ? 'Section' : 'Teacher'}
          placeholder={null}
          defaultValue={id}
          options={choices}
        />
      )}
      <SessionField key={session.id} chosen={session.id} sessions={sessions} />
    </FilterBar>
  )
}

function WeekActions({ week }: WeekProps) {
  const { by, id, session, mayEdit } = week
  const ownerKind = by === 'section' ? 'section' : 'teacher'
  return (
    <div className="actions">
      <ButtonLink
        variant="secondary"
        data-file
        href={listHref(schoolPaths.timetableFile, { [ownerKind]: id, session: session.id })}
        label="Download CSV"
      />
      <ButtonLink variant="secondary" href={listHref(schoolPaths.freeTeachers, { session: session.id })}>
        Free teachers
      </ButtonLink>
      {mayEdit ? (
        <ButtonLink variant="secondary" href={listHref(schoolPaths.copyTimetable, { to: session.id })}>
          Copy from last session
        </ButtonLink>
      ) : null}
    </div>
  )
}

/** Week for the office: a lesson links to its entry, a free cell of a section to a new one. */
function OfficeWeek({ week }: WeekProps) {
  const { by, id, title, session, mayEdit, isEmpty, periods, days } = week
  const mayAdd = mayEdit && by === 'section'
  if (isEmpty && !mayAdd) {
    return (
      <EmptyState
        icon="calendar"
        title="No lesson yet"
        text={
          by === 'section'
            ? 'The lessons of this section are shown here once the office has entered them.'
            : 'Lessons are shown here once the timetable of a section names this teacher.'
        }
      />
    )
  }
  return (
    <>
      {isEmpty ? (
        <Alert tone="info" title="Nothing is entered yet">
          <p>Choose Add where a lesson belongs; one lesson can be on several days. Or copy last session's timetable.</p>
        </Alert>
      ) : null}
      <WeekTable
        caption={title}
        dayLabel="Day"
        periods={periods}
        days={days.map(({ day, name, lessons }) => ({
          day,
          name,
          free: mayAdd || lessons.some((lesson) => lesson !== null) ? undefined : 'No lessons',
        }))}
        cell={(at, periodIndex) => {
          const [day, period] = [days[at], periods[periodIndex]]
          if (!day || !period) return null
          const lesson = day.lessons[periodIndex]
          if (lesson) return lessonCell(lesson, mayEdit)
          return mayAdd ? (
            <a
              href={schoolPaths.newTimetableEntry(id, session.id, day.day, period.startsAt)}
              aria-label={`Add on ${day.name}, ${period.name}`}
            >
              Add
            </a>
          ) : null
        }}
      />
    </>
  )
}

function lessonCell(
  { id, title, below, roomNo }: NonNullable<Week['days'][number]['lessons'][number]>,
  mayEdit: boolean,
) {
  return (
    <>
      <b>{mayEdit ? <a href={schoolPaths.editTimetableEntry(id)}>{title}</a> : title}</b>
      {below ? <div>{below}</div> : null}
      {roomNo ? <div>{roomWords(roomNo)}</div> : null}
    </>
  )
}
