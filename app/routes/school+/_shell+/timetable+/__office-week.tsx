import { WeekTable } from '~/components/timetable/week-table'
import { Alert, EmptyState } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'
import { roomWords } from '~/models/timetable/rules'

type Cell = { id: string; title: string; below: string | null; roomNo: string | null }

type OfficeWeekProps = {
  week: {
    by: 'own' | 'section' | 'teacher'
    id: string
    title: string
    session: { id: string }
    mayEdit: boolean
    isEmpty: boolean
    periods: ReadonlyArray<{ name: string; slot: string; startsAt: string; isBreak: boolean }>
    days: ReadonlyArray<{ day: number; name: string; lessons: ReadonlyArray<Cell | null> }>
  }
}

/** A week as the office sees it: a lesson leads to its entry, a free place of a section to a new one. */
export function OfficeWeek({ week }: OfficeWeekProps) {
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
        cell={(at, place) => {
          const [day, period] = [days[at], periods[place]]
          if (!day || !period) return null
          const lesson = day.lessons[place]
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

function lessonCell({ id, title, below, roomNo }: Cell, mayEdit: boolean) {
  return (
    <>
      <b>{mayEdit ? <a href={schoolPaths.editTimetableEntry(id)}>{title}</a> : title}</b>
      {below ? <div>{below}</div> : null}
      {roomNo ? <div>{roomWords(roomNo)}</div> : null}
    </>
  )
}
