import { flag, number, selectRow, selectRows, text, textOrNull } from '~/database/database.server'
import { selectPage } from '~/kit/tables/select-page.server'
import { columnsOf } from '~/kit/tables/table.server'
import { done, refused } from '~/models/core/shared/outcome'
import { isSchoolOpen } from '~/models/core/shared/school-open'
import type { GuardianScope, SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { ledgerStudentColumns, receiptNumberColumn } from '../books/columns.server'
import { dueName } from '../due-words'
import { Due, Payment, PaymentBasket, PaymentLine } from '../tables.server'
import { requestCheckNow } from './check-payment.server'
import { type Payer, type StartOnlinePayment, startPaying } from './start-online-payment.server'

/**
 * Guardians of an account with their children: excludes guardians whom the student has blocked, and students who have
 * left.
 */
const ofAccount = `family_guardians g JOIN guardian_links k ON k.school_id = g.school_id AND k.guardian_id = g.id AND k.shut_out_at IS NULL
  JOIN students st ON st.school_id = k.school_id AND st.id = k.student_id AND st.status = 'active'
    AND ${isSchoolOpen('k.school_id')}`

const payers = {
  guardianId: number('g.id'),
  guardianName: text('g.name'),
  studentId: number('d.student_id'),
  dueId: text('d.public_id'),
}

/**
 * Starts, or finds, one payment of dues of several children of one school: one link for all, one payment per child.
 * `children` are the students in the guardian's login session; checks again that the guardian may pay for them. Returns
 * the basket (public id). Refuses as `startOnlinePayment` does; `not-found` also covers a due that the guardian may not
 * pay or that belongs to another school.
 */
export async function startFamilyPayment(
  { accountId }: GuardianScope,
  children: readonly StudentScope[],
  { dueIds, ...input }: StartOnlinePayment,
) {
  const duePublicIds = [...new Set(dueIds)]
  const schoolId = children[0]?.schoolId
  if (schoolId === undefined || duePublicIds.length === 0) return refused('not-found')
  const payableDues = await selectRows(
    payers,
    `FROM ${ofAccount} JOIN dues d ON d.school_id = k.school_id AND d.student_id = k.student_id
     WHERE g.account_id = :accountId AND g.school_id = :schoolId AND k.may_pay = 1 AND d.public_id IN (:wanted)`,
    { accountId, schoolId, wanted: duePublicIds },
  )
  const [first] = payableDues
  if (!first || payableDues.length < duePublicIds.length) return refused('not-found')
  const childPayers: Payer[] = children.flatMap((scope) => {
    const childDues = payableDues.filter((due) => due.studentId === scope.studentId && scope.schoolId === schoolId)
    return childDues.length > 0 ? [{ scope, dueIds: childDues.map((due) => due.dueId) }] : []
  })
  if (childPayers.reduce((sum, one) => sum + one.dueIds.length, 0) < duePublicIds.length) return refused('not-found')
  const { guardianId, guardianName } = first
  const started = await startPaying(childPayers, input, { guardianId, guardianName })
  if (!started.ok) return started
  const basket = await PaymentBasket.findOne({ where: { schoolId, id: started.value.basketId ?? 0 }, raw: true })
  return basket ? done({ basketId: basket.publicId }) : refused('not-found')
}

// True while the guardian has a right for the child; without any, the page shows only the amount.
const isKnown = `EXISTS (SELECT 1 FROM guardian_links k WHERE k.school_id = p.school_id AND k.guardian_id = b.guardian_id
  AND k.student_id = p.student_id AND k.shut_out_at IS NULL AND (k.may_see = 1 OR k.may_pay = 1))`

const ownBasket = `payment_baskets b JOIN family_guardians g ON g.id = b.guardian_id AND g.account_id = :accountId
  AND ${isSchoolOpen('g.school_id')}`

const memberColumns = {
  ...columnsOf(Payment, 'p', 'id', 'publicId', 'state', 'linkState', 'amountPaise', 'capturedPaise', 'refundedPaise'),
  ...columnsOf(Payment, 'p', 'providerLinkUrl', 'transactionId', 'createdAt'),
  schoolName: text('sc.name'),
  schoolPublicId: text('sc.public_id'),
  childName: ledgerStudentColumns.studentName,
  isKnown: flag(isKnown),
  receiptPublicId: textOrNull('r.public_id'),
  receiptNumber: receiptNumberColumn,
  isReceiptCancelled: flag('r.cancelled_at IS NOT NULL'),
}

const lineColumns = {
  ...columnsOf(PaymentLine, 'l', 'paymentId', 'state'),
  ...columnsOf(Due, 'd', 'kind', 'name', 'title'),
  duePublicId: text('d.public_id'),
}

/**
 * A guardian's payment for several children, started or paid; null for a basket of another account. Lists dues and
 * receipt per child; `child` is null where the guardian has lost the rights. `payUrl` is set while the link can be
 * paid and the guardian has rights for every child, else null.
 */
export async function findFamilyPayment({ accountId }: GuardianScope, basketId: string) {
  const rows = await selectRows(
    memberColumns,
    `FROM ${ownBasket} JOIN payments p ON p.school_id = b.school_id AND p.basket_id = b.id
     JOIN students st ON st.id = p.student_id JOIN schools sc ON sc.id = p.school_id LEFT JOIN receipts r ON r.payment_id = p.id
     WHERE b.public_id = :basketId ORDER BY p.id`,
    { accountId, basketId },
  )
  const [carrier] = rows
  if (!carrier) return null
  const lines = await selectRows(
    lineColumns,
    `FROM payment_lines l JOIN dues d ON d.id = l.due_id WHERE l.payment_id IN (:ids) AND l.kind = 'due' ORDER BY l.id`,
    { ids: rows.map((row) => row.id) },
  )
  const { state, linkState, transactionId, schoolName, schoolPublicId, createdAt } = carrier
  // No link unless the guardian has rights for every child: the provider's page names each child and its fees.
  const payable =
    linkState === 'open' && lines.some((line) => line.state === 'open') && rows.every((row) => row.isKnown)
  return {
    publicId: basketId,
    state,
    linkState,
    transactionId,
    school: { publicId: schoolPublicId, name: schoolName },
    createdAt,
    amountPaise: rows.reduce((sum, row) => sum + row.amountPaise, 0),
    payUrl: payable ? carrier.providerLinkUrl : null,
    payments: rows.map((row) => ({
      publicId: row.publicId,
      child: row.isKnown ? row.childName : null,
      state: row.state,
      amountPaise: row.capturedPaise > 0 ? row.capturedPaise : row.amountPaise,
      refundedPaise: row.refundedPaise,
      dues: row.isKnown
        ? lines
            .filter((line) => line.paymentId === row.id)
            .map((line) => ({ id: line.duePublicId, name: [dueName(line), line.title].filter(Boolean).join(' · ') }))
        : [],
      receipt:
        row.isKnown && row.receiptPublicId !== null && row.receiptNumber !== null && !row.isReceiptCancelled
          ? { publicId: row.receiptPublicId, number: row.receiptNumber }
          : null,
    })),
  }
}

const listed = {
  ...columnsOf(PaymentBasket, 'b', 'publicId', 'createdAt'),
  schoolName: text('sc.name'),
  ...columnsOf(Payment, 'c', 'state'),
  amountPaise: number(
    '(SELECT SUM(p.amount_paise) FROM payments p WHERE p.school_id = b.school_id AND p.basket_id = b.id)',
  ),
  children: textOrNull(`(SELECT GROUP_CONCAT(st.first_name ORDER BY p.id SEPARATOR ', ') FROM payments p
    JOIN students st ON st.id = p.student_id WHERE p.school_id = b.school_id AND p.basket_id = b.id AND ${isKnown})`),
}

/**
 * Payments that a guardian's account made or started, the newest first, of all schools; the state is that of the first
 * child's payment.
 */
export function listFamilyPayments({ accountId }: GuardianScope, page: number) {
  const from = `${ownBasket} JOIN schools sc ON sc.id = b.school_id JOIN payments c ON c.id =
    (SELECT MIN(f.id) FROM payments f WHERE f.school_id = b.school_id AND f.basket_id = b.id) WHERE 1 = 1`
  return selectPage({ columns: listed, from, order: ['b.id'], values: { accountId } }, { page, descending: true })
}

const owner = columnsOf(Payment, 'p', 'schoolId', 'studentId')

/** Student of the receipt (public id), if this guardian paid it and still has rights for the child; else null. */
export function findOwnerOfFamilyReceipt({ accountId }: GuardianScope, receiptId: string) {
  return selectRow(
    owner,
    `FROM receipts r JOIN payments p ON p.id = r.payment_id JOIN payment_baskets b ON b.school_id = p.school_id AND b.id = p.basket_id
     JOIN family_guardians g ON g.id = b.guardian_id WHERE r.public_id = :receiptId AND g.account_id = :accountId AND ${isKnown} AND ${isSchoolOpen('p.school_id')}`,
    { accountId, receiptId },
  )
}

/** Makes the reconciler check a basket now, because its payer is back and waits; see `requestCheck`. */
export async function requestFamilyCheck({ accountId }: GuardianScope, basketId: string): Promise<void> {
  const carrier = await selectRow(
    columnsOf(Payment, 'p', 'publicId', 'schoolId'),
    `FROM ${ownBasket} JOIN payments p ON p.school_id = b.school_id AND p.basket_id = b.id
     WHERE b.public_id = :basketId ORDER BY p.id LIMIT 1`,
    { accountId, basketId },
  )
  if (carrier) await requestCheckNow(carrier)
}

const together = {
  ...columnsOf(Payment, 'o', 'publicId', 'state', 'amountPaise'),
  studentName: ledgerStudentColumns.studentName,
  guardianName: text('b.guardian_name'),
}

/**
 * For the office: other children's payments made together with this one, and the guardian who paid; empty for a single
 * payment.
 */
export function listPaidTogether({ schoolId }: SchoolScope, publicId: string) {
  return selectRows(
    together,
    `FROM payments p JOIN payment_baskets b ON b.school_id = p.school_id AND b.id = p.basket_id
     JOIN payments o ON o.school_id = p.school_id AND o.basket_id = p.basket_id AND o.id <> p.id JOIN students st ON st.id = o.student_id
     WHERE p.school_id = :schoolId AND p.public_id = :publicId ORDER BY o.id`,
    { schoolId, publicId },
  )
}
