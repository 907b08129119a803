import { searchPayers } from '~/models/ledger/find-payers.server'
import { isPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { findApplicant } from '~/models/subscriptions/find-applicant.server'

/** For whom the office enters an application, as the address says; no student before one is chosen, null where there is no such student. */
export async function applicantOf(scope: SchoolScope, _at: unknown, query: URLSearchParams) {
  const id = query.get('student')
  if (id === null) return { student: null }
  const student = isPublicId(id) ? await findApplicant(scope, id) : null
  return student && { student }
}

/** Who is found for the first step, by what is searched there. */
export async function searchedApplicants(scope: SchoolScope, query: URLSearchParams) {
  const search = (query.get('search') ?? '').trim().slice(0, 80)
  return { search, payers: search ? await searchPayers(scope, search) : [] }
}
