import { foundOr404, idOr404, teacherSections } from '~/http/route.server'
import { isDay, todayInIndia } from '~/models/core/shared/calendar'
import { type DaySession, findDay, listMonthSessions } from '~/models/learning/attendance/day-facts.server'
import { readRegister } from '~/models/learning/attendance/register.server'
import { findSection, sectionChoices } from '~/models/people/academics/queries.server'
import { classSection } from '~/models/people/academics/rules'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'
import { isLimitedToOwnSections } from '~/models/people/accounts/staff/permissions'

/** Day of the URL (`?date=…`); today if missing or invalid. */
function dayOf(query: URLSearchParams, today: string): string {
  const requestedDay = query.get('date') ?? ''
  return isDay(requestedDay) ? requestedDay : today
}

/**
 * Answers 404 for a session other than the current one if the user is limited to own sections, because such a user may
 * see only current students. A day outside every session (`null`) passes.
 */
export function requireOwnSession(staff: StaffSession, session: DaySession | null): void {
  if (isLimitedToOwnSections(staff) && session && !session.isCurrent) foundOr404(null)
}

/**
 * Section and day of the URL, with the kind of day; null without a section. 404 for a section that this staff user may
 * not see. A user limited to own sections also gets 404 for a day of a session that is not the current one.
 */
export async function openDay(staff: StaffSession, request: Request) {
  const query = new URL(request.url).searchParams
  const requestedSectionId = idOr404(query, 'section')
  if (requestedSectionId === '') return null
  const ownSections = await teacherSections(staff)
  if (ownSections && !ownSections.some((one) => one.publicId === requestedSectionId)) foundOr404(null)
  const section = foundOr404(await findSection(staff.scope, requestedSectionId))
  const today = todayInIndia(new Date())
  const facts = await findDay(staff.scope, dayOf(query, today), today)
  requireOwnSession(staff, facts.session)
  const key = { sectionId: section.id, sessionId: facts.session?.id ?? 0, day: facts.day }
  return { ...facts, today, key, section: section.publicId, title: classSection(section.className, section.name) }
}

/**
 * Sessions whose register of a month this staff user may read, and the selected one: the session of the URL
 * (`?session=…`), or the first. A user limited to own sections may read only the current session: if another one is
 * selected, this gives 404 when the URL names a month, and no selected session when it does not.
 */
export async function monthSessions(staff: StaffSession, query: URLSearchParams, month: string) {
  const requestedSessionId = idOr404(query, 'session')
  const all = await listMonthSessions(staff.scope, month)
  const session = all.find(({ publicId }) => publicId === requestedSessionId) ?? all[0] ?? null
  if (query.has('month')) requireOwnSession(staff, session)
  const sessions = isLimitedToOwnSections(staff) ? all.filter(({ isCurrent }) => isCurrent) : all
  return { sessions, session: sessions.find((one) => one === session) ?? null }
}

/**
 * Sections that this staff user may see, and the one of the URL (`?section=…`); a teacher's only section is selected by
 * default. 404 for any other section.
 */
export async function chooseSection(staff: StaffSession, query: URLSearchParams) {
  const requestedSectionId = idOr404(query, 'section')
  const ownSections = await teacherSections(staff)
  const choices = ownSections ?? (await sectionChoices(staff.scope))
  const only = ownSections?.length === 1 && requestedSectionId === '' ? ownSections[0] : undefined
  const section = only ?? choices.find((one) => one.publicId === requestedSectionId) ?? null
  return { choices, section: requestedSectionId === '' ? section : foundOr404(section) }
}

/**
 * Register of the URL, for a file. 404 without a section, for a month outside every session, or for a session that does
 * not include the month.
 */
export async function requireRegister(staff: StaffSession, request: Request) {
  const query = new URL(request.url).searchParams
  const month = monthOf(query, todayInIndia(new Date()))
  const section = foundOr404((await chooseSection(staff, query)).section)
  const session = foundOr404((await monthSessions(staff, query, month)).session)
  if (![session.publicId, ''].includes(idOr404(query, 'session'))) foundOr404(null)
  const registerQuery = { section: section.publicId, sessionId: session.id, month }
  return { section, asked: registerQuery, register: await readRegister(staff.scope, registerQuery) }
}

/** Month of the URL (`?month=2026-07`); the current one if missing or invalid. */
export function monthOf(query: URLSearchParams, today: string): string {
  const requestedMonth = query.get('month') ?? ''
  return isDay(`${requestedMonth}-01`) ? requestedMonth : today.slice(0, 7)
}
