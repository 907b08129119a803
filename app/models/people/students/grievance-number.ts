/**
 * SQL for the number of the grievance `g`: `GRV/2026-27/0001`, not `GR/…`, because GR means the General Register in
 * Gujarat. Defined here because a student's own data needs it too.
 */
export const grievanceNumber = "CONCAT('GRV/', g.financial_year, '/', LPAD(g.number, 4, '0'))"
