import { studentStatuses } from '~/models/students/status-options'

/** The filters of the list of students as every page reads them that the list leads to. */
export const studentFilters = {
  ...({ session: 'id', class: 'id', section: 'id', status: [...studentStatuses, 'no-password'] } as const),
  ...({ gender: 'word', category: 'word', rte: ['yes', 'no'] } as const),
}
