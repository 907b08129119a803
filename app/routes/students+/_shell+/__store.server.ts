import { redirect } from '@remix-run/node'
import { readCart } from '~/http/cart.server'
import { paths } from '~/http/paths'
import { anyone, findStudent, refuseSuspendedStudent, requireNotSuspended } from '~/http/route.server'
import type { StudentSession } from '~/models/accounts/sessions.server'
import type { CartLine } from '~/models/shop/cart-rules'
import { findStore, listStores, type StoreSchool } from '~/models/shop/store-queries.server'

export interface StoreVisit {
  student: StudentSession | null
  /** Whose store it is; null while a visitor has chosen none. */
  school: StoreSchool | null
  /** What the cart holds of this store. */
  lines: CartLine[]
  /** Lines of another school's store, which a signed-in student cannot buy. */
  foreign: number
}

/** Whose store this browser looks at: a student's own school's, a visitor's as chosen. Both may carry a cart. */
export async function visitStore(context: object, request: Request): Promise<StoreVisit> {
  await refuseSuspendedStudent(context, request)
  const [student, cart] = await Promise.all([findStudent(context, request), readCart(request)])
  if (student?.stage === 'choose-password') throw redirect(paths.student.choosePassword)
  if (!student) {
    const school = cart.school === null ? null : await findStore(anyone(), cart.school)
    return { student, school, lines: school ? cart.lines : [], foreign: 0 }
  }
  const school = { id: student.scope.schoolId, publicId: student.schoolPublicId, name: student.schoolName }
  if (cart.school === null || cart.school === school.publicId) return { student, school, lines: cart.lines, foreign: 0 }
  return { student, school, lines: [], foreign: cart.lines.length }
}

/**
 * The same for a page that cannot be without a store: with one there is no choice, with several the visitor is asked once. Null: there is none.
 * @throws a redirect where the store that was chosen is of a suspended school
 */
export async function requireStore(context: object, request: Request) {
  const visit = await visitStore(context, request)
  if (visit.school) return { ...visit, school: visit.school }
  await requireNotSuspended((await readCart(request)).school)
  const stores = await listStores(anyone(), { search: '', page: 1 })
  const [only] = stores.rows
  if (!only) return null
  if (stores.total > 1) throw redirect(paths.student.shopSchool)
  return { ...visit, school: { id: only.id, publicId: only.publicId, name: only.name } }
}
