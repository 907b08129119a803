/**
 * Last day of an application's academic year, as SQL; `of` is the alias of its table. Years begin in the month of the
 * school's settings, by default April.
 */
export function yearEndSql(of: 'a' | 'w'): string {
  return `(CAST(CONCAT(SUBSTRING(${of}.academic_year, 6), '-', LPAD(COALESCE(
    (SELECT t.year_starts_month FROM school_settings t WHERE t.school_id = ${of}.school_id), 4), 2, '0'), '-01') AS DATE)
    - INTERVAL 1 DAY)`
}

/** `isPeriodOver` of an application, as SQL; `:today` is the day in India. */
export function periodOverSql(of: 'a' | 'w'): string {
  return `(${yearEndSql(of)} < :today OR COALESCE(${of}.check_out_date <= :today, 0))`
}
