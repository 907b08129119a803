/** Same day some years earlier, `YYYY-MM-DD`; 28 February instead of 29 February in common years. */
export function yearsBefore(day: string, years: number): string {
  const year = Number(day.slice(0, 4)) - years
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const rest = day.slice(5) === '02-29' && !isLeap ? '02-28' : day.slice(5)
  return `${String(year).padStart(4, '0')}-${rest}`
}

/** Years for which a school keeps data: its own choice, but at least the legal minimum; otherwise the default. */
export function yearsThatHold(keep: { usual: number; least: number }, ownYears: number | undefined): number {
  return ownYears === undefined ? keep.usual : Math.max(ownYears, keep.least)
}
