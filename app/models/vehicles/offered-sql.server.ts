/** `isTripOffered` in the words of the database: `r` is the run, `v` its vehicle, `t` its route. */
export const tripIsOffered = `r.is_active = 1 AND v.status = 'active' AND t.is_active = 1`

/** A route `t` that is offered, and that a run which is offered drives: only there can anybody get a seat. */
export const routeIsDriven = `t.is_active = 1 AND EXISTS (SELECT 1 FROM vehicle_routes r
  JOIN vehicles v ON v.school_id = r.school_id AND v.id = r.vehicle_id
  WHERE r.school_id = t.school_id AND r.route_id = t.id AND ${tripIsOffered})`
