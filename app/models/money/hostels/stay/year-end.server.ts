/**
 * Last day of an application's academic year, as SQL; `alias` is the alias of its table. Years begin in the month of
 * the school's settings, by default April.
 */
export function yearEndSql(alias: 'a' | 'w'): string {
  return `(CAST(CONCAT(SUBSTRING(${alias}.academic_year, 6), '-', LPAD(COALESCE(
    (SELECT t.year_starts_month FROM school_settings t WHERE t.school_id = ${alias}.school_id), 4), 2, '0'), '-01') AS DATE)
    - INTERVAL 1 DAY)`
}

/** `isPeriodOver` of an application, as SQL; `:today` is the day in India. */
export function periodOverSql(alias: 'a' | 'w'): string {
  return `(${yearEndSql(alias)} < :today OR COALESCE(${alias}.check_out_date <= :today, 0))`
}
