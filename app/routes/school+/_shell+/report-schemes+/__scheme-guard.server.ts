import { foundOr404, idOr404, requireStaff } from '~/http/route.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { findSchemeAndSections } from '~/models/learning/report-cards/schemes.server'
import { isLimitedToOwnSections, type Permission } from '~/models/people/accounts/staff/permissions'

/**
 * Returns the scheme of a URL with the sections of its classes; a teacher gets only their own sections in the current
 * session. 404 for another school's scheme, and to a teacher without a section.
 */
export async function requireScheme(
  context: object,
  request: Request,
  publicId: string | undefined,
  permission: Permission,
) {
  const staff = await requireStaff(context, request, permission)
  const { scope } = staff
  const { sections, ...scheme } = foundOr404(
    isPublicId(publicId) ? await findSchemeAndSections(scope, publicId, staff) : null,
  )
  if (isLimitedToOwnSections(staff) && sections.length === 0) foundOr404(null)
  return { staff, scope, scheme, sections }
}

/**
 * Like `requireScheme`, with section and term of the URL; they default to the first section with students and the
 * current term.
 */
export async function requireCards(
  context: object,
  request: Request,
  publicId: string | undefined,
  permission: Permission,
) {
  const visit = await requireScheme(context, request, publicId, permission)
  const query = new URL(request.url).searchParams
  const requestedKeys = { section: idOr404(query, 'section'), term: query.get('term') ?? '' }
  const { terms } = visit.scheme.definition
  const today = todayInIndia(new Date())
  const term = requestedKeys.term
    ? foundOr404(terms.find(({ key }) => key === requestedKeys.term))
    : (terms.find(({ endsOn }) => endsOn >= today) ?? terms.at(-1))
  const section = requestedKeys.section
    ? foundOr404(visit.sections.find((one) => one.publicId === requestedKeys.section))
    : (visit.sections.find(({ students }) => students > 0) ?? visit.sections[0])
  return { ...visit, section: section ?? null, term: foundOr404(term) }
}

/** Like `requireCards`; 404 without a section. */
export async function requireSectionCards(
  context: object,
  request: Request,
  publicId: string | undefined,
  permission: Permission,
) {
  const visit = await requireCards(context, request, publicId, permission)
  return { ...visit, section: foundOr404(visit.section) }
}
