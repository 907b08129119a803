import { foundOr404, idOr404 } from '~/http/route.server'
import { financialYearOf } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { readFeeRegister } from '~/models/money/ledger/books/fee-register.server'
import { sectionChoices, sessionChoices } from '~/models/people/academics/queries.server'

/**
 * Sections and sessions of the school, the section and session of the URL (`?section=…&session=…`) and their fee
 * register. The session defaults to the current one; without a section, the register is null.
 * @throws Response 404 for another school's section or session
 */
export async function readRequestedFeeRegister(scope: SchoolScope, request: Request) {
  const query = new URL(request.url).searchParams
  const [asked, of] = [idOr404(query, 'section'), idOr404(query, 'session')]
  const [sections, sessions] = await Promise.all([sectionChoices(scope), sessionChoices(scope)])
  const section = asked === '' ? null : foundOr404(sections.find(({ publicId }) => publicId === asked))
  // The current session comes first.
  const session = of === '' ? (sessions[0] ?? null) : foundOr404(sessions.find(({ publicId }) => publicId === of))
  if (!section || !session) return { sections, sessions, section, session, register: null }
  const { startsOn, endsOn } = session
  const register = await readFeeRegister(scope, {
    section: section.publicId,
    session: session.publicId,
    startsOn,
    endsOn,
  })
  return { sections, sessions, section, session, register }
}

/** Register of the URL, for a file. @throws Response 404 without a section, or without any session */
export async function requireFeeRegister(scope: SchoolScope, request: Request) {
  const { section, session, register } = await readRequestedFeeRegister(scope, request)
  const { startsOn, name: sessionName } = foundOr404(session)
  return {
    section: foundOr404(section),
    register: foundOr404(register),
    sessionName,
    /** Year that the register omits from its receipt numbers. */
    financialYear: financialYearOf(startsOn),
  }
}
