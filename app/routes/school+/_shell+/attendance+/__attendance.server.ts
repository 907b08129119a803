import { foundOr404, idOr404, teacherSections } from '~/http/route.server'
import { findSection, sectionChoices } from '~/models/academics/queries.server'
import { classSection } from '~/models/academics/rules'
import type { StaffSession } from '~/models/accounts/sessions.server'
import { type DaySession, findDay, listMonthSessions } from '~/models/attendance/day-facts.server'
import { readRegister } from '~/models/attendance/register.server'
import { isDay, todayInIndia } from '~/models/shared/calendar'

/** The day that an address asks for (`?date=…`); today for none and for what is no day. */
function dayOf(query: URLSearchParams, today: string): string {
  const asked = query.get('date') ?? ''
  return isDay(asked) ? asked : today
}

/** Answers 404 to a teacher for a day of another session than the current one: last year's students are not theirs any more. */
export function requireOwnSession(staff: StaffSession, session: DaySession | null): void {
  if (staff.role === 'teacher' && session && !session.isCurrent) foundOr404(null)
}

/**
 * The section and day that an address names, with what the day is; null where it names no section. 404 for a section that this staff user
 * may not see, and to a teacher for a day of another session.
 */
export async function openDay(staff: StaffSession, request: Request) {
  const query = new URL(request.url).searchParams
  const asked = idOr404(query, 'section')
  if (asked === '') return null
  const own = await teacherSections(staff)
  if (own && !own.some((one) => one.publicId === asked)) foundOr404(null)
  const section = foundOr404(await findSection(staff.scope, asked))
  const today = todayInIndia(new Date())
  const facts = await findDay(staff.scope, dayOf(query, today), today)
  requireOwnSession(staff, facts.session)
  const key = { sectionId: section.id, sessionId: facts.session?.id ?? 0, day: facts.day }
  return { ...facts, today, key, section: section.publicId, title: classSection(section.className, section.name) }
}

/**
 * The sessions whose register of a month this staff user may read, and the one that is read: which the address names (`?session=…`), or the first. To
 * a teacher 404 as above, and none where no month was asked for.
 */
export async function monthSessions(staff: StaffSession, query: URLSearchParams, month: string) {
  const asked = idOr404(query, 'session')
  const all = await listMonthSessions(staff.scope, month)
  const session = all.find(({ publicId }) => publicId === asked) ?? all[0] ?? null
  if (query.has('month')) requireOwnSession(staff, session)
  const sessions = staff.role === 'teacher' ? all.filter(({ isCurrent }) => isCurrent) : all
  return { sessions, session: sessions.find((one) => one === session) ?? null }
}

/**
 * The sections that this staff user may look into, and the one that the address names (`?section=…`); somebody with a single section
 * need not choose. 404 for a section that is not among them.
 */
export async function chooseSection(staff: StaffSession, query: URLSearchParams) {
  const asked = idOr404(query, 'section')
  const own = await teacherSections(staff)
  const choices = own ?? (await sectionChoices(staff.scope))
  const only = own?.length === 1 && asked === '' ? own[0] : undefined
  const section = only ?? choices.find((one) => one.publicId === asked) ?? null
  return { choices, section: asked === '' ? section : foundOr404(section) }
}

/** The register that an address asks for as a file. 404 where it names no section, a month of no session, or a session that is not the month's. */
export async function requireRegister(staff: StaffSession, request: Request) {
  const query = new URL(request.url).searchParams
  const month = monthOf(query, todayInIndia(new Date()))
  const section = foundOr404((await chooseSection(staff, query)).section)
  const session = foundOr404((await monthSessions(staff, query, month)).session)
  if (![session.publicId, ''].includes(idOr404(query, 'session'))) foundOr404(null)
  const asked = { section: section.publicId, sessionId: session.id, month }
  return { section, asked, register: await readRegister(staff.scope, asked) }
}

/** The month that an address asks for (`?month=2026-07`); this one for none and for what is no month. */
export function monthOf(query: URLSearchParams, today: string): string {
  const asked = query.get('month') ?? ''
  return isDay(`${asked}-01`) ? asked : today.slice(0, 7)
}
