import { foundOr404, idOr404 } from '~/http/route.server'
import { sectionChoices, sessionChoices } from '~/models/academics/queries.server'
import { readFeeRegister } from '~/models/ledger/fee-register.server'
import { financialYearOf } from '~/models/shared/calendar'
import type { SchoolScope } from '~/models/shared/scope.server'

/**
 * The sections and sessions of the school, which of them an address names (`?section=…&session=…`, the current session where it names none), and the
 * register of them; null where it names no section. @throws Response 404 for a section or session that is not the school's
 */
export async function askedFeeRegister(scope: SchoolScope, request: Request) {
  const query = new URL(request.url).searchParams
  const [asked, of] = [idOr404(query, 'section'), idOr404(query, 'session')]
  const [sections, sessions] = await Promise.all([sectionChoices(scope), sessionChoices(scope)])
  const section = asked === '' ? null : foundOr404(sections.find(({ publicId }) => publicId === asked))
  // The current one stands first.
  const session = of === '' ? (sessions[0] ?? null) : foundOr404(sessions.find(({ publicId }) => publicId === of))
  if (!section || !session) return { sections, sessions, section, session, register: null }
  const { startsOn, endsOn } = session
  const register = await readFeeRegister(scope, {
    ...{ section: section.publicId, session: session.publicId, startsOn, endsOn },
  })
  return { sections, sessions, section, session, register }
}

/** The same as a file. @throws Response 404 where it names no section, or the school has no session */
export async function requireFeeRegister(scope: SchoolScope, request: Request) {
  const { section, session, register } = await askedFeeRegister(scope, request)
  const { startsOn, name: sessionName } = foundOr404(session)
  return {
    ...{ section: foundOr404(section), register: foundOr404(register), sessionName },
    /** The year that the numbers of its receipts leave out. */
    financialYear: financialYearOf(startsOn),
  }
}
