/** Day by which movements are selected: the day the money moved, or the day it was entered. */
export type DayOfMovement = 'money' | 'entry'

/**
 * SQL of the money that moved in the school `:schoolId` from `:from` to `:to` (days in India, both included), one row
 * per movement. Day book, monthly sums and home page all count by this rule.
 *
 * - `received` counts on the day the money arrived; `corrected` takes it back on that day, as no money had arrived.
 * - `refunded` and `bounced` count on the day of the refund or bounce, a refund with its own method and reference.
 * - `staff_id` is the cashier of a payment or refund; null for online payments.
 * - `entered_at` is the time of entry: later than `at` for money of an earlier day and for a correction.
 */
export function movementsSql(day: DayOfMovement = 'money', method = ''): string {
  const { came, went } = linesThatMoved(day, method)
  return `SELECT p.id AS payment_id, NULL AS refund_id, MIN(l.id) AS line_id,
        IF(SUM(l.amount_paise) > 0, 'received', 'corrected') AS kind, p.method, p.reference, p.recorded_by AS staff_id, p.paid_at AS at,
        l.settled_at AS entered_at, SUM(l.amount_paise) AS paise
      ${came} GROUP BY p.id, l.settled_at, l.amount_paise > 0
    UNION ALL
    SELECT p.id, l.refund_id, MIN(l.id), IF(l.kind = 'refund', 'refunded', 'bounced'), MIN(${givenBy}),
        MIN(IF(l.kind = 'refund', COALESCE(f.given_reference, f.provider_refund_id), p.reference)),
        MIN(IF(l.kind = 'refund', f.requested_by, p.recorded_by)), MIN(l.settled_at),
        MIN(l.settled_at), SUM(l.amount_paise)
      ${went} GROUP BY p.id, l.refund_id, l.kind`
}

/**
 * SQL that sums the money of `movementsSql` by day in India, separately for online and office, for totals over years.
 * Counts a payment's captured amount, and nothing for a cancelled payment.
 */
export function movedByDaySql(): string {
  return `SELECT DATE(p.paid_at + INTERVAL 330 MINUTE) AS day, p.method = 'online' AS is_online, SUM(p.captured_paise) AS paise
      FROM payments p WHERE p.school_id = :schoolId AND p.state <> 'cancelled' AND ${within('p.paid_at')} GROUP BY day, is_online
    UNION ALL
    SELECT DATE(MIN(l.settled_at) + INTERVAL 330 MINUTE), MIN(${givenBy}) = 'online', SUM(l.amount_paise)
      ${linesThatMoved('money', '').went} GROUP BY p.id, l.refund_id, l.kind`
}

const within = (instant: string) =>
  `${instant} >= CONVERT_TZ(:from, '+05:30', '+00:00') AND ${instant} < CONVERT_TZ(:to, '+05:30', '+00:00') + INTERVAL 1 DAY`

const givenBy = 'COALESCE(f.given_by, p.method)'

/** Lines `l` of payments `p`: `came` are receipts and corrections, `went` are refunds `f` and bounces. */
function linesThatMoved(day: DayOfMovement, method: string) {
  const ofMethod = (methodColumn: string) => (method === '' ? '' : `AND ${methodColumn} = :method`)
  const settled = "FROM payment_lines l JOIN payments p ON p.id = l.payment_id AND l.state = 'settled'"
  const cameOf = day === 'money' ? within('p.paid_at') : `l.school_id = :schoolId AND ${within('l.settled_at')}`
  return {
    came: `${settled} AND (l.amount_paise > 0 OR p.state = 'cancelled')
      WHERE p.school_id = :schoolId AND ${cameOf} ${ofMethod('p.method')}`,
    // An index finds these lines quickly, because there are few refunds and bounces.
    went: `${settled} AND l.kind IN ('refund','bounce') AND p.state <> 'cancelled' LEFT JOIN refunds f ON f.id = l.refund_id
      WHERE l.school_id = :schoolId AND ${within('l.settled_at')} ${ofMethod(givenBy)}`,
  }
}

/** Condition: the settled line `l` belongs to the movement `m`. */
export const isOfMovement = `l.payment_id = m.payment_id AND l.state = 'settled' AND l.settled_at = m.entered_at
  AND l.refund_id <=> m.refund_id AND (l.amount_paise > 0) = (m.paise > 0)`

/** Purpose of a line `l` without a due; an outflow does not record whether it was excess or advance. */
const withoutDueSql =
  "CASE l.kind WHEN 'advance' THEN 'Advance' WHEN 'excess' THEN 'Excess' ELSE 'Excess or advance' END"

/** Purpose of the movement `m`: fee and instalment, excess or advance, several joined by "; ". */
export const movedSql = `(SELECT GROUP_CONCAT(COALESCE(CONCAT_WS(', ', d.name, NULLIF(d.title, '')), ${withoutDueSql}) ORDER BY l.id SEPARATOR '; ')
  FROM payment_lines l LEFT JOIN dues d ON d.id = l.due_id WHERE ${isOfMovement})`

/** True when the movement `m` was entered, or corrected, on a later day than the one it counts for. */
export const isLateSql = 'DATE(m.entered_at + INTERVAL 330 MINUTE) > DATE(m.at + INTERVAL 330 MINUTE)'
