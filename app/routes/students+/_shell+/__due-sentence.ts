import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'

/** What is to pay next and until when. */
export function dueSentence(nextDue: { dueOn: string; balancePaise: number } | null, today: string): string {
  if (!nextDue) return m.public_home_nothing_due()
  const { dueOn, balancePaise } = nextDue
  const words = { amount: formatPaise(balancePaise, { style: 'short' }), date: formatDay(dueOn, currentLanguage()) }
  return dueOn < today ? m.public_home_overdue(words) : m.public_home_due_now(words)
}
