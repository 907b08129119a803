/** SQL of `isTripOffered`: `r` is the trip, `v` its vehicle, `t` its route. */
export const tripIsOffered = `r.is_active = 1 AND v.status = 'active' AND t.is_active = 1`

/** SQL condition: the route `t` is active and has an offered trip; only then are seats available. */
export const routeIsDriven = `t.is_active = 1 AND EXISTS (SELECT 1 FROM vehicle_routes r
  JOIN vehicles v ON v.school_id = r.school_id AND v.id = r.vehicle_id
  WHERE r.school_id = t.school_id AND r.route_id = t.id AND ${tripIsOffered})`
