import type { Option } from '~/kit/forms/fields'
import { addMonths, formatMonth, isDay, todayInIndia } from '~/models/core/shared/calendar'

const optionOf = (month: string): Option => ({ value: month, label: formatMonth(month, 'en') })

/** Options for this month (`2026-07`) and the previous eleven, newest first. */
export function lastMonths(): Option[] {
  const today = todayInIndia(new Date())
  return Array.from({ length: 12 }, (_, back) => optionOf(addMonths(today, -back).slice(0, 7)))
}

/** Month of the URL (`?month=`), which defaults to the current one, and the options, which include an older month. */
export function chosenMonth(request: Request): { month: string; isCurrent: boolean; months: Option[] } {
  const months = lastMonths()
  const current = months[0]?.value ?? ''
  const requestedMonth = new URL(request.url).searchParams.get('month') ?? ''
  const month = isDay(`${requestedMonth}-01`) ? requestedMonth : current
  const isKnown = months.some(({ value }) => value === month)
  return { month, isCurrent: month === current, months: isKnown ? months : [...months, optionOf(month)] }
}
