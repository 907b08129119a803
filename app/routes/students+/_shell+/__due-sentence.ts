import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'

/** What is to pay next and until when. */
export function dueSentence(nextDue: { dueOn: string; balancePaise: number; isOverdue: boolean } | null): string {
  if (!nextDue) return m.public_home_nothing_due()
  const { dueOn, balancePaise, isOverdue } = nextDue
  const words = { amount: formatPaise(balancePaise, { style: 'short' }), date: formatDay(dueOn, currentLanguage()) }
  return isOverdue ? m.public_home_overdue(words) : m.public_home_due_now(words)
}
