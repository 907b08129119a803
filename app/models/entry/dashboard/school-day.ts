/** SQL: name of the holiday on `:today` at the school with this id, or null. */
export const holidaySql = (schoolId: string) =>
  `(SELECT h.name FROM holidays h WHERE h.school_id = ${schoolId} AND :today BETWEEN h.starts_on AND h.ends_on
    ORDER BY h.starts_on DESC LIMIT 1)`

/** SQL: Saturday rule of the school with this id (`SaturdaysOff`). */
export const saturdaysOffSql = (schoolId: string) =>
  `COALESCE((SELECT w.saturdays_off FROM school_settings w WHERE w.school_id = ${schoolId}), 'none')`
