import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import type { findNextDue } from '~/models/money/ledger/books/own-dues.server'

/** Sentence about the next payment and its due date; for several overdue dues, their total and the earliest date. */
export function dueSentence(nextDue: Awaited<ReturnType<typeof findNextDue>>): string {
  if (!nextDue) return m.public_home_nothing_due()
  const { dueOn, balancePaise, count, isOverdue } = nextDue
  const words = { amount: formatPaise(balancePaise, { style: 'short' }), date: formatDay(dueOn, currentLanguage()) }
  if (!isOverdue) return m.public_home_due_now(words)
  return count > 1 ? m.public_home_overdue_sum(words) : m.public_home_overdue(words)
}
