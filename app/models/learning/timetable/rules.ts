import { dayNames, type Weekday, weekdays } from './options'

/** Weekday (1 Monday … 6 Saturday) of a day `YYYY-MM-DD`; null on Sunday, when no school teaches. */
export function weekdayOf(day: string): Weekday | null {
  const number = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekdays.find((weekday) => weekday === number) ?? null
}

/** Formats a period's time as `08:00-09:00` (student portal specification, section 2). */
export function slotOf(period: { startsAt: string; endsAt: string }): string {
  return `${period.startsAt}-${period.endsAt}`
}

/** Returns the number in a default name: 3 for `Period 3`, null for `Games`. */
export function plainNumber(name: string): number | null {
  const digits = /^Period (\d{1,2})$/.exec(name)?.[1]
  return digits === undefined ? null : Number(digits)
}

export interface WeekDay<Lesson> {
  day: Weekday
  /** One element per period, in order; null for a free period. */
  lessons: Array<Lesson | null>
}

/** Arranges lessons by day, Monday to Saturday, and period. */
export function weekOf<Lesson extends { day: number; periodId: number }>(
  periods: ReadonlyArray<{ id: number }>,
  lessons: readonly Lesson[],
): Array<WeekDay<Lesson>> {
  const placed = new Map(lessons.map((lesson) => [`${lesson.day} ${lesson.periodId}`, lesson]))
  return weekdays.map((day) => ({ day, lessons: periods.map((period) => placed.get(`${day} ${period.id}`) ?? null) }))
}

interface Span {
  name: string
  startsAt: string
  endsAt: string
}

/** Returns the period that overlaps a new or changed one, with the field to correct; null without overlap. */
export function overlapOf(
  period: Omit<Span, 'name'>,
  others: readonly Span[],
): { field: 'startsAt' | 'endsAt'; with: Span } | null {
  const hit = others.find((other) => period.startsAt < other.endsAt && other.startsAt < period.endsAt)
  if (!hit) return null
  return { field: hit.startsAt <= period.startsAt ? 'startsAt' : 'endsAt', with: hit }
}

/** Returns whether a room has a number, such as `12` or `12 B`, rather than a name, such as `Lab 1`. */
export function isNumbered(room: string): boolean {
  return /^\d/.test(room)
}

export function roomWords(room: string): string {
  return isNumbered(room) ? `Room ${room}` : room
}

/** Lesson that conflicts with a requested slot, and the kind of conflict. */
export interface Clash {
  kind: 'section' | 'teacher' | 'room'
  day: Weekday
  className: string
  sectionName: string
  subject: string
  teacher: string | null
  roomNo: string | null
}

/** Formats days as `Tuesday`, `Tuesday and Thursday`, `Monday, Tuesday and Friday`. */
export function daysInWords(days: readonly Weekday[]): string {
  const names = days.map((day) => dayNames[day])
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** Error messages for clashes, one sentence each, by the field to correct. */
export function clashWords(clashes: readonly Clash[]): Partial<Record<'days' | 'teacher' | 'room', string[]>> {
  const clashesByCause = new Map<string, { field: 'days' | 'teacher' | 'room'; who: string; days: Weekday[] }>()
  for (const clash of clashes) {
    const section = `${clash.className} ${clash.sectionName}`
    const [field, who] =
      clash.kind === 'teacher'
        ? (['teacher', `${clash.teacher} teaches ${section}`] as const)
        : clash.kind === 'room'
          ? (['room', `${roomWords(clash.roomNo ?? '')} is taken by ${section}`] as const)
          : (['days', `${section} has ${clash.subject}`] as const)
    const existingClash = clashesByCause.get(who)
    if (existingClash) existingClash.days.push(clash.day)
    else clashesByCause.set(who, { field, who, days: [clash.day] })
  }
  const words: Partial<Record<'days' | 'teacher' | 'room', string[]>> = {}
  for (const { field, who, days } of clashesByCause.values()) {
    words[field] = [...(words[field] ?? []), `${who} in this period on ${daysInWords(days)}`]
  }
  return words
}

/** One lesson on one day, with the data needed for copying. */
export interface SlotLesson {
  entryId: number
  day: Weekday
  periodId: number
  sectionId: number
  subjectId: number
  teacherId: number | null
  roomNo: string | null
}

export type CopyObstacle = 'same' | 'section' | 'teacher' | 'room' | 'inactive' | 'not-learned'

/**
 * Decides which lessons can be copied into a session that has some already. Obstacles: `same` (identical lesson
 * exists), `inactive` (the teacher left), `not-learned` (no longer a subject of the class); the others are clashes.
 */
export function planCopy<Lesson extends SlotLesson & { teacherActive: boolean; learned: boolean }>(
  lessons: readonly Lesson[],
  existingLessons: readonly SlotLesson[],
): { copied: Lesson[]; left: Array<{ lesson: Lesson; obstacle: CopyObstacle }> } {
  const bySection = new Map(existingLessons.map((one) => [`${one.sectionId} ${slotKey(one)}`, one]))
  const teachers = new Set(
    existingLessons.flatMap((one) => (one.teacherId === null ? [] : [`${one.teacherId} ${slotKey(one)}`])),
  )
  const rooms = new Set(
    existingLessons.flatMap((one) => (one.roomNo === null ? [] : [`${roomKey(one.roomNo)} ${slotKey(one)}`])),
  )
  const copied: Lesson[] = []
  const left: Array<{ lesson: Lesson; obstacle: CopyObstacle }> = []
  for (const lesson of lessons) {
    const slot = slotKey(lesson)
    const stage = bySection.get(`${lesson.sectionId} ${slot}`)
    const obstacle: CopyObstacle | null = stage
      ? stage.subjectId === lesson.subjectId && stage.teacherId === lesson.teacherId
        ? 'same'
        : 'section'
      : !lesson.learned
        ? 'not-learned'
        : !lesson.teacherActive
          ? 'inactive'
          : teachers.has(`${lesson.teacherId} ${slot}`)
            ? 'teacher'
            : lesson.roomNo !== null && rooms.has(`${roomKey(lesson.roomNo)} ${slot}`)
              ? 'room'
              : null
    if (obstacle) left.push({ lesson, obstacle })
    else copied.push(lesson)
  }
  return { copied, left }
}

function slotKey(slot: { day: number; periodId: number }): string {
  return `${slot.day} ${slot.periodId}`
}

/** Normalizes a room like the database's collation: ignores case and accents. */
function roomKey(room: string): string {
  return room
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
}

const lastMinute = 23 * 60 + 59

/** Suggests a new period: the hour after the last bell, with the next number. */
export function suggestPeriod(periods: readonly Span[]): Span {
  const last = periods.at(-1)?.endsAt ?? '08:00'
  const begin = Number(last.slice(0, 2)) * 60 + Number(last.slice(3))
  const number = Math.max(0, ...periods.map((period) => plainNumber(period.name) ?? 0)) + 1
  return { name: `Period ${number}`, startsAt: last, endsAt: clock(Math.min(begin + 60, lastMinute)) }
}

function clock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** Sorts lessons with their periods: grouped by section, then by day and bell. */
export function inOrderOfDay<
  Lesson extends { day: number; periodId: number; className: string; sectionName: string },
  Bell extends { id: number },
>(lessons: readonly Lesson[], periods: readonly Bell[]): Array<{ lesson: Lesson; period: Bell }> {
  const positions = new Map<string, number>()
  const sectionPosition = ({ className, sectionName }: Lesson) => {
    const name = `${className}\n${sectionName}`
    const position = positions.get(name) ?? positions.size
    positions.set(name, position)
    return position
  }
  return lessons
    .flatMap((lesson) => {
      const at = periods.findIndex((period) => period.id === lesson.periodId)
      const period = periods[at]
      return period ? [{ lesson, period, order: [sectionPosition(lesson), lesson.day, at] as const }] : []
    })
    .sort((one, other) => one.order.reduce((so, part, index) => so || part - (other.order[index] ?? 0), 0))
    .map(({ lesson, period }) => ({ lesson, period }))
}

export function slotConflictWords(
  obstacle: Exclude<CopyObstacle, 'same'>,
  lesson: { className: string; sectionName: string; subject: string; teacher: string | null; roomNo: string | null },
): string {
  switch (obstacle) {
    case 'inactive':
      return `${lesson.teacher} is inactive`
    case 'not-learned':
      return `${lesson.subject} is no longer a subject of ${lesson.className}`
    case 'section':
      return `${lesson.className} ${lesson.sectionName} has another lesson at that time`
    case 'teacher':
      return `${lesson.teacher} teaches elsewhere at that time`
    case 'room':
      return `${roomWords(lesson.roomNo ?? '')} is taken at that time`
  }
}
