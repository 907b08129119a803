import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { daysBetween, formatDay } from '~/models/core/shared/calendar'

export function percentText(percent: number | null): string {
  return percent === null ? m.dashboard_na() : `${percent}%`
}

/** Text for the number of days ahead: `Today`, `Tomorrow`, `9 days`. */
export function daysText(days: number): string {
  if (days === 0) return m.dashboard_today()
  return days === 1 ? m.dashboard_tomorrow() : m.dashboard_days({ days })
}

/** Text for a past day: the number of days within a week, otherwise the date. */
export function whenText(day: string, today: string): string {
  const days = daysBetween(day, today)
  if (days <= 0) return m.dashboard_today()
  if (days === 1) return m.dashboard_yesterday()
  return days < 7 ? m.dashboard_days_ago({ days }) : formatDay(day, currentLanguage())
}
