import { number, numberOrNull, orNone, selectRow, selectRows, textOrNull } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { maxDuesOfPayment } from '~/models/money/ledger/options'
import { moneyOf, unpaidOf } from '~/models/money/subscriptions/charges.server'
import { Vehicle } from '~/models/money/vehicles/tables.server'
import { isRefundChecked } from '~/models/people/second-person/requests.server'
import { allDues, chargesOf } from '../charges.server'
import { isLive } from '../rules'
import { TransportApplication } from '../tables.server'

const maxShown = 20

/**
 * Columns of every read of an application: `a` is the application; `v`, `t` and `p` are its vehicle, route and stop.
 */
export const ownTransport = {
  ...columnsOf(TransportApplication, 'a'),
  stopName: textOrNull('p.name'),
  routeName: textOrNull('t.name'),
  ...orNone(columnsOf(Vehicle, 'v', 'vehicleNumber', 'driverName', 'driverPhone')),
}
export const ownTransportTables = `transport_applications a LEFT JOIN route_stops p ON p.school_id = a.school_id AND p.id = a.stop_id
  LEFT JOIN (vehicle_routes r JOIN vehicles v ON v.id = r.vehicle_id JOIN transport_routes t ON t.id = r.route_id)
    ON r.school_id = a.school_id AND r.id = a.run_id`

/** Lists the student's applications of both kinds: live ones first, then newest first. */
export function listOwnTransport(scope: StudentScope) {
  return selectRows(
    ownTransport,
    `FROM ${ownTransportTables} WHERE a.school_id = :schoolId AND a.student_id = :studentId
     ORDER BY a.is_live DESC, a.applied_at DESC, a.id DESC LIMIT ${maxShown}`,
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
}

/** Application as its student sees it. Amounts are paise, days YYYY-MM-DD, times minutes after midnight. */
export type OwnTransport = Awaited<ReturnType<typeof listOwnTransport>>[number]

/**
 * Returns the charged, paid and owed amounts of an application, with the public ids of the dues to pay now. `back`:
 * after a refund decision, the amounts refunded and in progress. `isChecked`: a refund waits for a second person.
 */
export async function moneyOfTransport(
  scope: StudentScope,
  { id, publicId, refundState }: Pick<OwnTransport, 'id' | 'publicId' | 'refundState'>,
) {
  const money = moneyOf(await chargesOf(scope, { id, studentId: scope.studentId }))
  const toPay = unpaidOf(money.charges).slice(0, maxDuesOfPayment)
  const back = refundState === 'decided' ? await givenBack(scope, id) : null
  const isChecked = refundState === 'open' && (await isRefundChecked(scope, publicId))
  return { ...money, dueIds: toPay.map((charge) => charge.duePublicId), back, isChecked }
}

const backOf = (state: string) =>
  number(`CAST(COALESCE(-SUM(IF(l.state = '${state}', l.amount_paise, 0)), 0) AS SIGNED)`)

function givenBack({ schoolId, studentId }: StudentScope, id: number) {
  return selectRow(
    { refundedPaise: backOf('settled'), comingPaise: backOf('open') },
    `${allDues} JOIN payment_lines l ON l.due_id = d.id AND l.kind = 'refund'
     WHERE a.school_id = :schoolId AND a.student_id = :studentId AND a.id = :id`,
    { schoolId, studentId, id },
  )
}

export type TransportMoney = Awaited<ReturnType<typeof moneyOfTransport>>

/** Returns the student's live application by fare (not by vehicle), for paying and cancelling; null without one. */
export async function findOwnLiveTransport(scope: StudentScope): Promise<OwnTransport | null> {
  const [newest] = await listOwnTransport(scope)
  return newest && newest.kind === 'transport' && isLive(newest.status) ? newest : null
}

/** Returns whether all lines of a payment are transport dues of either kind. */
export async function isPaymentOfTransport(scope: StudentScope, paymentId: string): Promise<boolean> {
  const row = await selectRow(
    { transportDues: numberOrNull("CAST(SUM(d.kind IN ('transport','vehicle')) AS SIGNED)"), dues: number('COUNT(*)') },
    `FROM payments p JOIN payment_lines l ON l.payment_id = p.id AND l.kind = 'due' JOIN dues d ON d.id = l.due_id
     WHERE p.school_id = :schoolId AND p.student_id = :studentId AND p.public_id = :paymentId`,
    { schoolId: scope.schoolId, studentId: scope.studentId, paymentId },
  )
  return row !== null && row.dues > 0 && row.transportDues === row.dues
}
