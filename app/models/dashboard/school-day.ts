/** SQL: the name of the holiday that `:today` is at the school of this id; null on other days. */
export const holidaySql = (schoolId: string) =>
  `(SELECT h.name FROM holidays h WHERE h.school_id = ${schoolId} AND :today BETWEEN h.starts_on AND h.ends_on
    ORDER BY h.starts_on DESC LIMIT 1)`

/** SQL: which Saturdays are off at the school of this id (`SaturdaysOff`). */
export const saturdaysOffSql = (schoolId: string) =>
  `COALESCE((SELECT w.saturdays_off FROM school_settings w WHERE w.school_id = ${schoolId}), 'none')`
