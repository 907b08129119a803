import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'
import { isDeclared } from './collections.server'
import type { PaymentMethod } from './options'

export const transferSorts = ['date', 'amount', 'student'] as const

export interface TransferRow {
  publicId: string
  studentName: string
  enrollmentNumber: string
  purpose: string
  method: PaymentMethod
  reference: string | null
  amountPaise: number
  /** When the student declared it. */
  at: Date
}

const orders: Record<(typeof transferSorts)[number], readonly string[]> = {
  date: ['p.created_at', 'p.id'],
  amount: ['p.amount_paise', 'p.id'],
  student: ['st.first_name', 'st.last_name', 'p.id'],
}

/** Payments that students have declared and nobody has confirmed or refused yet, those that wait longest first. */
export function listTransfers(
  scope: SchoolScope,
  query: ListQuery<(typeof transferSorts)[number]> & { filters: { method: string } },
): Promise<Page<TransferRow>> {
  return selectPage<TransferRow>(
    {
      columns: `p.public_id AS publicId, CONCAT(st.first_name, ' ', st.last_name) AS studentName,
       st.enrollment_number AS enrollmentNumber, p.method, p.reference, p.amount_paise AS amountPaise, p.created_at AS at,
       COALESCE((SELECT GROUP_CONCAT(d.name, ', ', d.title ORDER BY l.id SEPARATOR '; ') FROM payment_lines l
         JOIN dues d ON d.id = l.due_id WHERE l.payment_id = p.id AND l.kind = 'due'), '') AS purpose`,
      from: `payments p JOIN students st ON st.id = p.student_id
       WHERE p.school_id = :schoolId AND ${isDeclared} AND (:method = '' OR p.method = :method)
         AND (CONCAT(st.first_name, ' ', st.last_name) LIKE :search ESCAPE '!'
           OR st.enrollment_number LIKE :search ESCAPE '!' OR p.reference LIKE :search ESCAPE '!')`,
      order: orders[query.sort],
      values: { schoolId: scope.schoolId, method: query.filters.method, search: containing(query.search) },
    },
    query,
  )
}
