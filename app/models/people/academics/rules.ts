import { addDays, daysBetween, formatDay } from '~/models/core/shared/calendar'
import { counted } from '~/models/core/shared/counted'

/** Suggests name and days of a new session: the school year of `today`, or the next one whose name is not taken. */
export function suggestSession(
  today: string,
  takenNames: readonly string[],
  startsMonth = 4,
): { name: string; startsOn: string; endsOn: string } {
  const month = String(startsMonth).padStart(2, '0')
  let year = Number(today.slice(0, 4)) - (today.slice(5, 7) < month ? 1 : 0)
  const nameOf = (first: number) => (startsMonth === 1 ? `${first}` : `${first}-${first + 1}`)
  while (takenNames.includes(nameOf(year))) year += 1
  const startsOn = `${year}-${month}-01`
  return { name: nameOf(year), startsOn, endsOn: addDays(`${year + 1}-${month}-01`, -1) }
}

type Days = Record<'name' | 'startsOn' | 'endsOn', string>

/**
 * Returns warnings about the days of a session compared with the others. They are not errors: a school may have its
 * reasons.
 */
export function sessionWarnings(session: Days, others: readonly Days[]): string[] {
  const overlapping = others.filter((other) => session.startsOn <= other.endsOn && other.startsOn <= session.endsOn)
  const days = daysBetween(session.startsOn, session.endsOn) + 1
  return [
    ...overlapping.map(
      (other) =>
        `Its days overlap those of ${other.name} (${formatDay(other.startsOn, 'en')} to ${formatDay(other.endsOn, 'en')}).`,
    ),
    ...(days < 180 || days > 400 ? [`It is ${counted(days, 'day')} long; a school year has about 365.`] : []),
  ]
}

export function classSection(className: string, sectionName: string): string {
  return `${className} – ${sectionName}`
}

export function sectionOptions(sections: ReadonlyArray<{ publicId: string; className: string; name: string }>) {
  return sections.map(({ publicId, className, name }) => ({ value: publicId, label: classSection(className, name) }))
}

export function sessionOptions(sessions: ReadonlyArray<{ publicId: string; name: string; isCurrent: boolean }>) {
  return sessions.map(({ publicId, name, isCurrent }) => ({
    value: publicId,
    label: isCurrent ? `${name} (current)` : name,
  }))
}

/**
 * Numbers of dependent records by kind: `schemes` of report cards, `lessons` in the timetable, `days` with attendance,
 * `notices` and `events` addressed to a class or section.
 */
export type Dependents = Partial<
  Record<
    | ('students' | 'sections' | 'fees' | 'exams' | 'classes' | 'schemes')
    | ('papers' | 'lessons' | 'days' | 'notices' | 'events'),
    number
  >
>

/** Returns the reason why a record cannot be deleted and what to do first, or null without dependents. */
export function obstacleToDeleting(name: string, dependents: Dependents): string | null {
  const { students = 0, fees = 0, sections = 0, exams = 0, classes = 0, papers = 0, lessons = 0 } = dependents
  const { notices = 0, events = 0, days = 0, schemes = 0 } = dependents
  const them = (count: number) => (count === 1 ? 'it' : 'them')
  if (students > 0) return `${name} has ${counted(students, 'student')}; move them first.`
  if (fees > 0) return `${name} has ${counted(fees, 'fee')}; delete ${them(fees)} first.`
  if (exams > 0) return `${name} has ${counted(exams, 'exam')}; delete ${them(exams)} first.`
  if (schemes > 0) return `${name} has ${counted(schemes, 'scheme')} of report cards; delete ${them(schemes)} first.`
  if (sections > 0) return `${name} has ${counted(sections, 'section')}; delete ${them(sections)} first.`
  if (days > 0) return `Attendance of ${name} was taken on ${counted(days, 'day')}, so it cannot be deleted.`
  if (papers > 0) return `${name} has ${counted(papers, 'exam paper')}, so it cannot be deleted.`
  if (lessons > 0) {
    const entries = counted(lessons, 'entry', 'entries')
    return `${name} has ${entries} in the timetable; delete ${them(lessons)} there first.`
  }
  if (notices > 0) return `${name} has ${counted(notices, 'notice')}; delete ${them(notices)} first.`
  if (events > 0) return `${name} has ${counted(events, 'event')}; delete ${them(events)} first.`
  if (classes > 0)
    return `${name} is studied by ${counted(classes, 'class', 'classes')}; remove it from ${them(classes)} first.`
  return null
}
