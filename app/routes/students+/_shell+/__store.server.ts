import { redirect } from '@remix-run/node'
import { readCart } from '~/http/cart.server'
import { paths } from '~/http/paths'
import { anyone, findStudent, refuseSuspendedStudent, requireNotSuspended } from '~/http/route.server'
import type { CartLine } from '~/models/money/shop/orders/cart-rules'
import { findStore, listStores, type StoreSchool } from '~/models/money/shop/store-queries.server'
import type { StudentSession } from '~/models/people/accounts/sign-in/sessions.server'

export interface StoreVisit {
  student: StudentSession | null
  /** School of the store; null while a visitor has chosen none. */
  school: StoreSchool | null
  /** Lines of the cart for this store. */
  lines: CartLine[]
  /** Number of cart lines from another school's store, which a signed-in student cannot buy. */
  foreign: number
}

/** Returns the store of this browser: a student's own school, or a visitor's choice. Both may have a cart. */
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
 * Returns the store for a page that needs one. A single store is used directly; among several, the visitor must choose
 * one once. Null without any store.
 * @throws a redirect to that choice, or a refusal if the chosen store belongs to a suspended school
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
