import { isPublicId } from '~/models/core/shared/public-id.server'
import { type StudentScope, studentScope } from '~/models/core/shared/scope.server'
import { findOwnerOfFamilyReceipt } from '~/models/money/ledger/online/family-payments.server'
import { type Child, listChildren } from '~/models/people/guardians/children.server'
import { foundAtOpenSchool, foundOr404, requireGuardian } from './guards.server'

export type PaidChild = Child & { scope: StudentScope }

/**
 * The signed-in guardian with the children they may pay for. Each child comes with its own scope: a guardian acts for
 * children, never for a school.
 */
export async function requirePayer(context: object, request: Request) {
  const guardian = await requireGuardian(context, request)
  const children: PaidChild[] = (await listChildren(guardian.scope))
    .filter((child) => child.mayPay)
    .map((child) => ({ ...child, scope: studentScope(child.schoolId, child.studentId, guardian.scope.actor) }))
  return { ...guardian, children }
}

/**
 * Scope of the child that the receipt belongs to; the guardian must have paid it.
 * @throws Response 404 for a receipt that another person paid
 */
export async function requireFamilyReceipt(context: object, request: Request, receiptId: string | undefined) {
  const { scope } = await requireGuardian(context, request)
  const id = foundOr404(isPublicId(receiptId) ? receiptId : null)
  const owner = await foundAtOpenSchool(scope, 'receipts', id, await findOwnerOfFamilyReceipt(scope, id))
  return { id, scope: studentScope(owner.schoolId, owner.studentId, scope.actor) }
}
