import { foundOr404, idOr404 } from '~/http/route.server'
import { choicesOf, type Option } from '~/kit/forms/fields'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { dayNames } from '~/models/learning/timetable/options'
import { listPeriods } from '~/models/learning/timetable/periods.server'
import { type Lesson, listLessons, teacherOfStaff } from '~/models/learning/timetable/queries.server'
import { slotOf, weekOf } from '~/models/learning/timetable/rules'
import { sectionChoices, sessionChoices } from '~/models/people/academics/queries.server'
import { classSection } from '~/models/people/academics/rules'
import { teacherChoices, teachers } from '~/models/people/academics/teachers.server'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'
import { isLimitedToOwnSections, mayStaff } from '~/models/people/accounts/staff/permissions'
import { fullName } from '~/models/people/students/rules'

/** Kind of week: the teacher's own, a section's or another teacher's. */
type WeekOf = 'own' | 'section' | 'teacher'
/** `id`: the section or teacher; null if the school has none to show. */
type Chosen = { by: WeekOf; id: string | null; title: string; choices: Option[] }

/** Session of the URL, which defaults to the current one; null in a school without sessions. */
export async function requestedSession(scope: SchoolScope, query: URLSearchParams) {
  const sessions = await sessionChoices(scope)
  const requestedSessionId = idOr404(query, 'session')
  const session =
    requestedSessionId === ''
      ? (sessions[0] ?? null)
      : foundOr404(sessions.find((one) => one.publicId === requestedSessionId))
  return { session, sessions: choicesOf(sessions) }
}

/** Week of the URL (`?section=`, `?teacher=`, `?by=`); a teacher sees their own week by default. */
export async function readOfficeWeek(staff: StaffSession, request: Request) {
  const query = new URL(request.url).searchParams
  const { scope, role } = staff
  const [chosen, { session, sessions }] = await Promise.all([choose(staff, query), requestedSession(scope, query)])
  const input = {
    session: session?.publicId ?? '',
    section: chosen.by === 'section' ? (chosen.id ?? '') : '',
    teacher: chosen.by === 'section' ? '' : (chosen.id ?? ''),
  }
  const [{ periods }, lessons] = await Promise.all([
    listPeriods(scope),
    session && chosen.id ? listLessons(scope, input) : [],
  ])
  return {
    ...chosen,
    hasOwn: isLimitedToOwnSections(staff),
    mayEdit: mayStaff(role, 'timetable:edit'),
    session: session && { id: session.publicId, name: session.name },
    sessions,
    isEmpty: lessons.length === 0,
    periods: periods.map((period) => {
      const { name, startsAt, isBreak } = period
      return { name, slot: slotOf(period), startsAt, isBreak }
    }),
    days: weekOf(periods, lessons).map(({ day, lessons: ofDay }) => ({
      day,
      name: dayNames[day],
      lessons: ofDay.map((lesson) => lesson && cellOf(lesson, chosen.by)),
    })),
  }
}

async function choose(staff: StaffSession, query: URLSearchParams): Promise<Chosen> {
  const { scope } = staff
  const [section, teacher] = [idOr404(query, 'section'), idOr404(query, 'teacher')]
  const ownerKind = query.get('by')
  if (teacher !== '' || ownerKind === 'teacher') {
    const active = choicesOf(await teacherChoices(scope))
    const activeTeacher = active.find((one) => one.value === teacher)
    // Also finds a former teacher, who may still have lessons but is not among the usual options.
    const selectedTeacher =
      teacher === '' ? (active[0] ?? null) : (activeTeacher ?? (await formerTeacher(scope, teacher)))
    const choices =
      selectedTeacher && !active.some((one) => one.value === selectedTeacher.value)
        ? [...active, selectedTeacher]
        : active
    return { by: 'teacher', id: selectedTeacher?.value ?? null, title: selectedTeacher?.label ?? 'Teachers', choices }
  }
  if (section === '' && ownerKind !== 'section' && isLimitedToOwnSections(staff)) {
    const ownTeacher = await teacherOfStaff(scope, staff.staffId)
    return { by: 'own', id: ownTeacher?.publicId ?? null, title: 'My timetable', choices: [] }
  }
  const choices = (await sectionChoices(scope)).map((one) => ({
    value: one.publicId,
    label: classSection(one.className, one.name),
  }))
  const selectedSection =
    section === '' ? (choices[0] ?? null) : foundOr404(choices.find((one) => one.value === section))
  return { by: 'section', id: selectedSection?.value ?? null, title: selectedSection?.label ?? 'Sections', choices }
}

async function formerTeacher(scope: SchoolScope, publicId: string): Promise<Option> {
  const { firstName, lastName } = foundOr404(await teachers.find(scope, publicId))
  return { value: publicId, label: fullName({ firstName, lastName }) }
}

function cellOf({ entryPublicId, subject, teacher, className, sectionName, roomNo }: Lesson, ownerKind: WeekOf) {
  const [title, below] = ownerKind === 'section' ? [subject, teacher] : [`${className} ${sectionName}`, subject]
  return { id: entryPublicId, title, below, roomNo }
}
