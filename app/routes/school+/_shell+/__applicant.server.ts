import { cleanText } from '~/models/core/shared/clean-text'
import { isPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { searchPayers } from '~/models/money/ledger/counter/find-payers.server'
import { findApplicant } from '~/models/money/subscriptions/find-applicant.server'

/**
 * Applicant selected in the URL, when the office enters an application. `student` is null before one is chosen; returns
 * null for an unknown id.
 */
export async function applicantOf(scope: SchoolScope, _at: unknown, query: URLSearchParams) {
  const id = query.get('student')
  if (id === null) return { student: null }
  const student = isPublicId(id) ? await findApplicant(scope, id) : null
  return student && { student }
}

export async function searchedApplicants(scope: SchoolScope, query: URLSearchParams) {
  const search = cleanText(query.get('search') ?? '').slice(0, 80)
  return { search, payers: search ? await searchPayers(scope, search) : [] }
}
