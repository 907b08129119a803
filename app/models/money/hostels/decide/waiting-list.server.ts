import { number } from '~/database/database.server'
import { periodOverSql } from '../stay/year-end.server'

const waits = "w.status = 'waitlisted' AND w.holds_bed = 0 AND w.offer_lapsed_at IS NULL"

/**
 * Number of applicants who are offered the next free bed of the room before application `a`; `:today` is the day in
 * India.
 */
export const aheadColumn = number(`(SELECT COUNT(*) FROM hostel_applications w WHERE w.room_id = a.room_id AND ${waits}
  AND NOT ${periodOverSql('w')} AND (w.waitlisted_at, w.id) < (a.waitlisted_at, a.id))`)

/** Number of applicants waiting for a bed of room `r`; `:today` is the day in India. */
export const waitingColumn = number(
  `(SELECT COUNT(*) FROM hostel_applications w WHERE w.room_id = r.id AND ${waits} AND NOT ${periodOverSql('w')})`,
)
