import { studentStatuses } from '~/models/people/students/register/status-options'

/** Filters of the list of students, shared by all pages that it links to. */
export const studentFilters = {
  ...({ session: 'id', class: 'id', section: 'id', status: [...studentStatuses, 'no-password'] } as const),
  ...({ gender: 'word', category: 'word', rte: ['yes', 'no'] } as const),
}
