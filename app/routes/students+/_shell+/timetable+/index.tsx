import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { roomText } from '~/components/timetable/room-text'
import { WeekTable } from '~/components/timetable/week-table'
import { EmptyState, PageHead } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { requireStudent } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import type { Locale } from '~/language/paraglide/runtime'
import { todayInIndia } from '~/models/core/shared/calendar'
import { type Weekday, weekdays } from '~/models/learning/timetable/options'
import { plainNumber, slotOf, weekdayOf } from '~/models/learning/timetable/rules'
import { findStudentWeek } from '~/models/learning/timetable/student-week.server'
import { classSection } from '~/models/people/academics/rules'
import { loadTrouble } from '~/routes/students+/_shell+/__load-trouble'

export const handle = pageTitle(() => m.timetable_title(), { isKept: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const week = await findStudentWeek(scope)
  if (!week) return { place: null, periods: [], days: [] }
  const today = weekdayOf(todayInIndia(new Date()))
  const language = currentLanguage()
  return {
    place: `${classSection(week.className, week.sectionName)} · ${week.sessionName}`,
    periods: week.periods.map((period) => ({ name: period.name, slot: slotOf(period), isBreak: period.isBreak })),
    days: week.days.map(({ day, lessons }) => ({
      day,
      name: weekdayName(day, language),
      short: weekdayName(day, language, 'short'),
      isToday: day === today,
      lessons,
    })),
  }
}

const weekdayNames = new Map<string, string[]>()

/**
 * Name of a weekday: `Monday`, `सोमवार`, `સોમવાર`; short `Mon`, `सोम`, `સોમ`. For loaders only, since browsers use
 * other names.
 */
function weekdayName(day: Weekday, locale: Locale, style: 'long' | 'short' = 'long'): string {
  const key = `${locale} ${style}`
  let names = weekdayNames.get(key)
  if (!names) {
    const format = new Intl.DateTimeFormat(`${locale}-IN`, { weekday: style, timeZone: 'UTC' })
    // The first of January 2024 was a Monday.
    names = weekdays.map((number) => format.format(Date.UTC(2024, 0, number)))
    weekdayNames.set(key, names)
  }
  return names[day - 1] ?? ''
}

export default function TimetablePage() {
  const { place, periods, days } = useLoaderData<typeof loader>()
  return (
    <div className="landscape">
      <PageHead title={m.timetable_title()} context={place} />
      {days.length === 0 ? (
        <EmptyState
          icon="calendar"
          title={m.timetable_none()}
          text={place === null ? m.timetable_none_place() : m.timetable_none_yet()}
        />
      ) : (
        <>
          {/* Links to the days, which follow one below the other on a phone. */}
          <nav className="tabs days" aria-label={m.timetable_days()}>
            {days.map(({ day, short, isToday }) => (
              <a key={day} href={`#day-${day}`} aria-current={isToday ? 'date' : undefined}>
                {short}
              </a>
            ))}
          </nav>
          <WeekTable
            caption={m.timetable_title()}
            dayLabel={m.timetable_day()}
            periods={periods.map((period) => ({ ...period, name: periodName(period.name) }))}
            days={days.map(({ day, name, isToday, lessons }) => ({
              day,
              name,
              today: isToday ? m.timetable_today() : undefined,
              free: lessons.some((lesson) => lesson !== null) ? undefined : m.timetable_free_day(),
            }))}
            cell={(day, period) => lessonCell(days[day]?.lessons[period] ?? null)}
          />
        </>
      )}
    </div>
  )
}

/** Translates the default name `Period 3`; a name entered by the school stays unchanged. */
function periodName(name: string): string {
  const number = plainNumber(name)
  return number === null ? name : m.timetable_period({ number })
}

function lessonCell(lesson: { subject: string; teacher: string | null; roomNo: string | null } | null) {
  if (!lesson) return null
  return (
    <>
      <b>{lesson.subject}</b>
      {lesson.teacher ? <div>{lesson.teacher}</div> : null}
      {lesson.roomNo ? <div>{roomText(lesson.roomNo)}</div> : null}
    </>
  )
}

export const ErrorBoundary = loadTrouble(
  paths.student.timetable,
  m.timetable_title,
  m.timetable_error,
  m.timetable_try_again,
)
