/**
 * SQL of the bytes that a school keeps: its files, and those that retention removed and keeps sealed for thirty days.
 * @param schoolId SQL expression of the surrounding statement
 */
export const storedBytesSql = (schoolId: string) =>
  `((SELECT COALESCE(SUM(kept.size_bytes), 0) FROM files kept WHERE kept.school_id = ${schoolId})
    + (SELECT COALESCE(SUM(sealed.size_bytes), 0) FROM sealed_files sealed WHERE sealed.school_id = ${schoolId}))`
