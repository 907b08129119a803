import { m } from '~/language/paraglide/messages'
import type { LedgerScope } from '~/models/ledger/locks.server'
import { notifyStudent } from '~/models/notices/notify-student.server'
import { formatDay } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'
import { clockOf } from '~/models/shared/time-of-day'

/** What became of an application. Days are YYYY-MM-DD, amounts paise. */
export type ApplicationNews =
  | { kind: 'applied' }
  /** What is to be paid at first. */
  | { kind: 'approved'; firstPaise: number; startsOn: string }
  | { kind: 'active'; route: string; vehicle: string; pickupMinute: number }
  | { kind: 'suspended' | 'rejected' | 'cancelled'; remarks: string | null }
  | { kind: 'ended'; endedOn: string }
  /** What the school gives back, and why not more. */
  | { kind: 'refund-decided'; givenPaise: number; remarks: string | null }

/** A step of each change of status: notice and mail to the student, in the student's language. */
export function notifyApplicant(
  scope: LedgerScope,
  { studentId, fareName: fare }: { studentId: number; fareName: string },
  news: ApplicationNews,
): Promise<void> {
  return notifyStudent(scope, studentId, (locale) => {
    const say = { locale }
    switch (news.kind) {
      case 'applied':
        return { title: m.transport_news_applied({}, say), body: m.transport_news_applied_text({ fare }, say) }
      case 'approved': {
        const amount = formatPaise(news.firstPaise, { style: 'exact' })
        const day = formatDay(news.startsOn, locale)
        return {
          title: m.transport_news_approved({}, say),
          body: m.transport_news_approved_text({ fare, amount, day }, say),
        }
      }
      case 'active': {
        const { route, vehicle } = news
        const time = clockOf(news.pickupMinute)
        return {
          title: m.transport_news_active({}, say),
          body: m.transport_news_active_text({ route, vehicle, time }, say),
        }
      }
      case 'suspended':
        return {
          title: m.transport_news_suspended({}, say),
          body: withRemarks(m.transport_news_suspended_text({ fare }, say), news.remarks),
        }
      case 'rejected':
        return {
          title: m.transport_news_rejected({}, say),
          body: withRemarks(m.transport_news_rejected_text({ fare }, say), news.remarks),
        }
      case 'cancelled':
        return {
          title: m.transport_news_cancelled({}, say),
          body: withRemarks(m.transport_news_cancelled_text({ fare }, say), news.remarks),
        }
      case 'ended': {
        const day = formatDay(news.endedOn, locale)
        return { title: m.transport_news_ended({}, say), body: m.transport_news_ended_text({ fare, day }, say) }
      }
      case 'refund-decided': {
        const amount = formatPaise(news.givenPaise, { style: 'exact' })
        const text =
          news.givenPaise > 0
            ? m.transport_news_refund_text({ fare, amount }, say)
            : m.transport_news_no_refund_text({ fare }, say)
        return { title: m.transport_news_refund({}, say), body: withRemarks(text, news.remarks) }
      }
    }
  })
}

function withRemarks(text: string, remarks: string | null): string {
  return remarks ? `${text}\n\n${remarks}` : text
}
