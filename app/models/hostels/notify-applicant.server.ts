import { m } from '~/language/paraglide/messages'
import type { LedgerScope } from '~/models/ledger/locks.server'
import { notifyStudent } from '~/models/notices/notify-student.server'
import { formatInstant } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'
import type { EndedMoney } from '~/models/subscriptions/charges.server'
import type { LockedApplication } from './lock-application.server'

/** What became of an application. `ended`: the stay, at check-out, and what of its money is to be decided. */
export type ApplicationNews =
  | { kind: 'applied' | 'approved' | 'waitlisted' | 'checked-in' }
  | { kind: 'ended'; money: EndedMoney }
  | { kind: 'offered'; until: Date }
  | { kind: 'offer-lapsed' }
  | { kind: 'rejected' | 'cancelled'; remarks: string | null }
  /** What the school gives back, in paise, and why not more. */
  | { kind: 'refund-decided'; givenPaise: number; remarks: string | null }

/** A step of each change of status: notice and mail to the student, in the student's language. */
export function notifyApplicant(
  scope: LedgerScope,
  application: Pick<LockedApplication, 'studentId' | 'hostelName' | 'roomNumber'>,
  news: ApplicationNews,
): Promise<void> {
  const place = { hostel: application.hostelName, room: application.roomNumber }
  return notifyStudent(scope, application.studentId, (locale) => {
    const say = { locale }
    switch (news.kind) {
      case 'applied':
        return { title: m.hostels_news_applied({}, say), body: m.hostels_news_applied_text(place, say) }
      case 'approved':
        return { title: m.hostels_news_approved({}, say), body: m.hostels_news_approved_text(place, say) }
      case 'waitlisted':
        return { title: m.hostels_news_waitlisted({}, say), body: m.hostels_news_waitlisted_text(place, say) }
      case 'offered': {
        const until = formatInstant(news.until, locale)
        return { title: m.hostels_news_offered({}, say), body: m.hostels_news_offered_text({ ...place, until }, say) }
      }
      case 'offer-lapsed':
        return { title: m.hostels_news_lapsed({}, say), body: m.hostels_news_lapsed_text(place, say) }
      case 'checked-in':
        return { title: m.hostels_news_checked_in({}, say), body: m.hostels_news_checked_in_text(place, say) }
      case 'ended':
        return { title: m.hostels_news_ended({}, say), body: endedText(news.money)(place, say) }
      case 'rejected':
        return {
          title: m.hostels_news_rejected({}, say),
          body: withRemarks(m.hostels_news_rejected_text(place, say), news.remarks),
        }
      case 'cancelled':
        return {
          title: m.hostels_news_cancelled({}, say),
          body: withRemarks(m.hostels_news_cancelled_text(place, say), news.remarks),
        }
      case 'refund-decided': {
        const amount = formatPaise(news.givenPaise, { style: 'exact' })
        const text =
          news.givenPaise > 0
            ? m.hostels_news_refund_text({ ...place, amount }, say)
            : m.hostels_news_no_refund_text(place, say)
        return { title: m.hostels_news_refund({}, say), body: withRemarks(text, news.remarks) }
      }
    }
  })
}

function endedText({ depositPaise, toDecidePaise }: EndedMoney) {
  if (depositPaise > 0) return m.hostels_news_ended_text
  return toDecidePaise > 0 ? m.hostels_news_ended_paid_text : m.hostels_news_ended_plain_text
}

function withRemarks(text: string, remarks: string | null): string {
  return remarks ? `${text}\n\n${remarks}` : text
}
