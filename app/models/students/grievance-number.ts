/** SQL of how people call the grievance `g`: `GRV/2026-27/0001`; in Gujarat GR is the General Register. Here, where a student's own data needs it too. */
export const grievanceNumber = "CONCAT('GRV/', g.financial_year, '/', LPAD(g.number, 4, '0'))"
