import { m } from '~/language/paraglide/messages'
import { formatDay } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import { clockOf } from '~/models/core/shared/time-of-day'
import type { LedgerScope } from '~/models/money/ledger/locks.server'
import { tellApplicant } from '~/models/money/subscriptions/tell-applicant.server'

/** Events of an application. Days are YYYY-MM-DD, amounts paise. */
export type ApplicationNews =
  | { kind: 'applied' }
  /** `firstPaise` is the amount of the first payment. */
  | { kind: 'approved'; firstPaise: number; startsOn: string }
  | { kind: 'active'; route: string; vehicle: string; pickupMinute: number }
  | { kind: 'suspended' | 'rejected' | 'cancelled'; remarks: string | null }
  | { kind: 'ended'; endedOn: string }
  /** Amount refunded, and the reason for a deduction. */
  | { kind: 'refund-decided'; givenPaise: number; remarks: string | null }

/**
 * Runs in the caller's transaction on each change of status: sends the student a notice and a mail in the student's
 * language.
 */
export function notifyApplicant(
  scope: LedgerScope,
  application: { studentId: number; fareName: string },
  news: ApplicationNews,
): Promise<void> {
  const fare = { fare: application.fareName }
  return tellApplicant(scope, application, (say, locale) => {
    switch (news.kind) {
      case 'applied':
        return say(m.transport_news_applied, m.transport_news_applied_text, fare)
      case 'approved': {
        const amount = formatPaise(news.firstPaise, { style: 'exact' })
        const day = formatDay(news.startsOn, locale)
        return say(m.transport_news_approved, m.transport_news_approved_text, { ...fare, amount, day })
      }
      case 'active': {
        const { route, vehicle } = news
        const time = clockOf(news.pickupMinute)
        return say(m.transport_news_active, m.transport_news_active_text, { route, vehicle, time })
      }
      case 'suspended':
        return say(m.transport_news_suspended, m.transport_news_suspended_text, fare, news.remarks)
      case 'rejected':
        return say(m.transport_news_rejected, m.transport_news_rejected_text, fare, news.remarks)
      case 'cancelled':
        return say(m.transport_news_cancelled, m.transport_news_cancelled_text, fare, news.remarks)
      case 'ended': {
        const day = formatDay(news.endedOn, locale)
        return say(m.transport_news_ended, m.transport_news_ended_text, { ...fare, day })
      }
      case 'refund-decided': {
        const amount = formatPaise(news.givenPaise, { style: 'exact' })
        const text = news.givenPaise > 0 ? m.transport_news_refund_text : m.transport_news_no_refund_text
        return say(m.transport_news_refund, text, { ...fare, amount }, news.remarks)
      }
    }
  })
}
