import { number, selectRow, selectRows, text } from '~/database/database.server'
import type { ValuesOf } from '~/kit/forms/fields'
import { plainList } from '~/kit/records/plain-reads.server'
import { columnsOf } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { createOnce } from '~/models/core/shared/once/make-once.server'
import { done, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { lockLines } from '../locks.server'
import { CashClosing, PaymentLine } from '../tables.server'
import { type cashClosingForm, countedPaise } from './cash-closing-fields'

/**
 * SQL of the cash lines `l`, received and refunded by cashier `:staffId` since `:since`, that no closing covers yet.
 */
const openCash = `payment_lines l JOIN payments p ON p.id = l.payment_id LEFT JOIN refunds f ON f.id = l.refund_id
  WHERE l.school_id = :schoolId AND l.state = 'settled' AND l.settled_at >= :since AND l.cash_closing_id IS NULL
    AND COALESCE(f.given_by, p.method) = 'cash' AND COALESCE(f.requested_by, p.recorded_by) = :staffId`

const openLine = { id: number('l.id'), paise: number('l.amount_paise') }

const sumOf = (lines: ReadonlyArray<{ paise: number }>) => lines.reduce((sum, line) => sum + line.paise, 0)

/** Time before the last closing that is searched again, for lines written before it but committed after it. */
const overlapMs = 60 * 60_000

/**
 * Starting point of a cashier: the cash that the last closing left in the box and the time from which new cash counts.
 * The first closing starts today at midnight (IST) with an unknown balance.
 */
async function beginning({ schoolId, actor }: SchoolScope) {
  const last = await selectRow(
    columnsOf(CashClosing, 't', 'countedPaise', 'handedOverPaise', 'since', 'closedAt'),
    'FROM cash_closings t WHERE t.school_id = :schoolId AND t.staff_id = :staffId ORDER BY t.id DESC LIMIT 1',
    { schoolId, staffId: actor.id },
  )
  if (!last) return { openingPaise: null, since: new Date(`${todayInIndia(new Date())}T00:00:00+05:30`) }
  const since = new Date(Math.max(last.since.getTime(), last.closedAt.getTime() - overlapMs))
  return { openingPaise: last.countedPaise - last.handedOverPaise, since }
}

/**
 * Expected cash in the box of this cashier: the opening balance (null if unknown) and the cash received since, less
 * cash refunds.
 */
export async function cashInHand(scope: SchoolScope) {
  const { openingPaise, since } = await beginning(scope)
  const lines = await selectRows(openLine, `FROM ${openCash}`, valuesOf(scope, since))
  return { openingPaise, cashPaise: sumOf(lines) }
}

const valuesOf = ({ schoolId, actor }: SchoolScope, since: Date) => ({ schoolId, staffId: actor.id, since })

/**
 * Closes the cash of this cashier: stores the count and assigns every cash line without a closing to this one,
 * permanently. Later entries, for any day, belong to the next closing. Refuses `cash-moved` (`cashPaise`, the current
 * cash, differs from the cash that the page showed), `say-why` (the count differs by `differencePaise` without a
 * remark), `more-than-counted` and `say-to-whom` (cash was handed over without a name).
 */
export function closeCash(scope: SchoolScope, formKey: string, values: ValuesOf<typeof cashClosingForm>) {
  return createOnce({ table: CashClosing, scope, formKey, taken: {} }, async () => {
    const { schoolId } = scope
    const staffId = scope.actor.id
    if (scope.actor.kind !== 'staff' || staffId === null) throw new Error('Only staff can close a cash box')
    // Serializes concurrent closings of one cashier.
    const lock = 'FROM staff_users u WHERE u.school_id = :schoolId AND u.id = :staffId FOR UPDATE'
    await selectRow({ id: number('u.id') }, lock, { schoolId, staffId })
    const same = await CashClosing.findOne({ where: { schoolId, formKey }, raw: true })
    if (same) return done(same.publicId)
    const { shownPaise, openingPaise: typedPaise, ...kept } = values
    const { openingPaise: leftPaise, since } = await beginning(scope)
    const [openingPaise, counted] = [leftPaise ?? typedPaise, countedPaise(values)]
    if (kept.handedOverPaise > counted) return refused('more-than-counted')
    if (kept.handedOverPaise > 0 && !kept.handedTo) return refused('say-to-whom')
    const openLines = await selectRows(openLine, `FROM ${openCash}`, valuesOf(scope, since))
    await lockLines(schoolId, openLines)
    // Reads again: a clerk may have split a line while this waited for the lock.
    const lines = await selectRows(openLine, `FROM ${openCash}`, valuesOf(scope, since))
    const cashPaise = sumOf(lines)
    if (cashPaise !== shownPaise) return { ...refused('cash-moved'), cashPaise }
    const differencePaise = counted - openingPaise - cashPaise
    if (differencePaise !== 0 && !kept.remarks) return { ...refused('say-why'), differencePaise }
    const publicId = newPublicId()
    const who = { publicId, schoolId, staffId, formKey }
    const sums = { openingPaise, cashPaise, countedPaise: counted }
    const { id } = await CashClosing.create({ ...kept, ...sums, ...who, since, closedAt: new Date() })
    await PaymentLine.update({ cashClosingId: id }, { where: { id: lines.map((line) => line.id), schoolId } })
    const details = { countedPaise: counted, differencePaise, handedOverPaise: kept.handedOverPaise }
    await recordAudit(scope, { action: 'cash.closed', subject: { kind: 'cash-closing', id }, details })
    return done(publicId)
  })
}

const expected = 't.opening_paise + t.cash_paise'

export const { list: listCashClosings } = plainList({
  columns: {
    ...columnsOf(CashClosing, 't', 'publicId', 'closedAt', 'openingPaise', 'cashPaise', 'countedPaise'),
    ...columnsOf(CashClosing, 't', 'handedOverPaise', 'handedTo', 'remarks'),
    cashier: text('u.name'),
    differencePaise: number(`t.counted_paise - (${expected})`),
  },
  from: 'cash_closings t JOIN staff_users u ON u.id = t.staff_id',
  always: 't.school_id = :schoolId',
  search: ['u.name', 't.handed_to', 't.remarks'],
  filters: {
    from: "t.closed_at >= CONVERT_TZ(:from, '+05:30', '+00:00')",
    to: "t.closed_at < CONVERT_TZ(:to, '+05:30', '+00:00') + INTERVAL 1 DAY",
    differs: `(t.counted_paise <> ${expected}) = (:differs = 'yes')`,
  },
  orders: { closed: ['-t.id'], cashier: ['u.name', 't.id'], counted: 't.counted_paise' },
  last: 't.id',
})
