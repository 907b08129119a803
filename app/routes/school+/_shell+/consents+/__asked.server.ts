import { foundOr404, idOr404 } from '~/http/route.server'
import { readSectionConsents } from '~/models/contact/consents/section-consents.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { sectionChoices } from '~/models/people/academics/queries.server'
import { sectionOptions } from '~/models/people/academics/rules'

/**
 * Filters for the students of a section by the selected consents: all students, all consents given, at least one not
 * given, at least one not decided yet.
 */
export const shownStates = ['all', 'given', 'not-given', 'open'] as const

/**
 * Consents of the section in the URL, for all purposes or one, filtered. Empty without a section.
 * @throws Response 404 for another school's section
 */
export async function readFilteredConsents(request: Request, scope: SchoolScope) {
  const query = new URL(request.url).searchParams
  const section = idOr404(query, 'section')
  const sections = await sectionChoices(scope)
  if (section === '')
    return { section, sections: sectionOptions(sections), purpose: '', state: 'all' as const, ...nothing }
  foundOr404(sections.find(({ publicId }) => publicId === section))
  const state = shownStates.find((one) => one === query.get('state')) ?? 'all'
  const read = await readSectionConsents(scope, section)
  const at = read.notices.findIndex(({ purpose }) => purpose === query.get('purpose'))
  const isShown = (consents: readonly { state: string }[]) =>
    state === 'all' ||
    (state === 'given'
      ? consents.every((one) => one.state === 'given')
      : consents.some((one) => (state === 'open' ? one.state === 'open' : one.state !== 'given')))
  const rows = read.rows
    .map((row) => ({ ...row, consents: at < 0 ? row.consents : row.consents.slice(at, at + 1) }))
    .filter(({ consents }) => isShown(consents))
  return {
    section,
    sections: sectionOptions(sections),
    state,
    purpose: read.notices[at]?.purpose ?? '',
    allNotices: read.notices,
    notices: at < 0 ? read.notices : read.notices.slice(at, at + 1),
    rows,
  }
}

const nothing = { allNotices: [], notices: [], rows: [] }
