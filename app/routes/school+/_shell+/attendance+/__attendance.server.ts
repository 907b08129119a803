import { foundOr404, idOr404 } from '~/http/guards.server'
import { teacherSections } from '~/http/teacher-sections.server'
import { findSection, type SectionRecord, sectionChoices } from '~/models/academics/queries.server'
import type { StaffSession } from '~/models/accounts/sessions.server'
import { type DaySession, findMonthSession } from '~/models/attendance/day-facts.server'
import { isDay } from '~/models/shared/calendar'

/** The day that an address asks for (`?date=…`); today for none and for what is no day. */
export function dayOf(query: URLSearchParams, today: string): string {
  const asked = query.get('date') ?? ''
  return isDay(asked) ? asked : today
}

/** The section that an address names, null for none; 404 for one that this staff user may not see. */
export async function sectionOf(staff: StaffSession, query: URLSearchParams): Promise<SectionRecord | null> {
  const asked = idOr404(query, 'section')
  if (asked === '') return null
  const own = await teacherSections(staff)
  if (own && !own.some((section) => section.publicId === asked)) foundOr404(null)
  return foundOr404(await findSection(staff.scope, asked))
}

/** Answers 404 to a teacher for a day of another session than the current one: last year's pupils are not theirs any more. */
export function requireOwnSession(staff: StaffSession, session: DaySession | null): void {
  if (staff.role === 'teacher' && session && !session.isCurrent) foundOr404(null)
}

/** The session whose register of a month is read; to a teacher 404 as above, and none where no month was asked for. */
export async function monthSession(
  staff: StaffSession,
  query: URLSearchParams,
  month: string,
): Promise<DaySession | null> {
  const session = await findMonthSession(staff.scope, month)
  if (query.has('month')) requireOwnSession(staff, session)
  return staff.role === 'teacher' && !session?.isCurrent ? null : session
}

interface SectionChoice {
  publicId: string
  className: string
  name: string
}

/**
 * The sections that this staff user may look into, and the one that the address names (`?section=…`); somebody with a single section
 * need not choose. 404 for a section that is not among them.
 */
export async function chooseSection(
  staff: StaffSession,
  query: URLSearchParams,
): Promise<{ choices: SectionChoice[]; section: (SectionChoice & { id: number }) | null }> {
  const asked = idOr404(query, 'section')
  const own = await teacherSections(staff)
  if (own) {
    const only = own.length === 1 && asked === '' ? own[0] : undefined
    const section = only ?? own.find((one) => one.publicId === asked) ?? null
    return { choices: own, section: asked === '' ? section : foundOr404(section) }
  }
  const choices = await sectionChoices(staff.scope)
  return { choices, section: asked === '' ? null : foundOr404(await findSection(staff.scope, asked)) }
}

/** The month that an address asks for (`?month=2026-07`); this one for none and for what is no month. */
export function monthOf(query: URLSearchParams, today: string): string {
  const asked = query.get('month') ?? ''
  return isDay(`${asked}-01`) ? asked : today.slice(0, 7)
}
