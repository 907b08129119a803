import { number } from '~/database/database.server'
import { periodOverSql } from './year-end.server'

const waits = "w.status = 'waitlisted' AND w.holds_bed = 0 AND w.offer_lapsed_at IS NULL"

/** How many are offered the next free bed of the room of application `a` before it; `:today` is India's day. */
export const aheadColumn = number(`(SELECT COUNT(*) FROM hostel_applications w WHERE w.room_id = a.room_id AND ${waits}
  AND NOT ${periodOverSql('w')} AND (w.waitlisted_at, w.id) < (a.waitlisted_at, a.id))`)

/** How many wait for a bed of room `r`; `:today` is India's day. */
export const waitingColumn = number(
  `(SELECT COUNT(*) FROM hostel_applications w WHERE w.room_id = r.id AND ${waits} AND NOT ${periodOverSql('w')})`,
)
