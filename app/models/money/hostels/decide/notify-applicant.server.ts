import { paths } from '~/addresses/paths'
import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { formatDay, formatInstant } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import type { LedgerScope } from '~/models/money/ledger/locks.server'
import type { EndedMoney } from '~/models/money/subscriptions/charges.server'
import { tellApplicant } from '~/models/money/subscriptions/tell-applicant.server'
import { siteUrl } from '~/services/site.server'
import type { LockedApplication } from './lock-application.server'

/** News about an application. `ended` is the check-out, with the money that awaits a refund decision. */
export type ApplicationNews =
  | { kind: 'applied' | 'approved' | 'waitlisted' | 'checked-in' }
  | { kind: 'ended'; money: EndedMoney }
  /** The mail links to the offer itself, which expires in 48 hours. */
  | { kind: 'offered'; until: Date; offerId: string }
  | { kind: 'offer-lapsed' }
  /** Change of room, days or meals: the new monthly price in paise and the day from which it counts (YYYY-MM-DD). */
  | { kind: 'moved'; monthlyPaise: number; from: string }
  | { kind: 'stay-changed'; stay: { checkInDate: string; until: string }; monthlyPaise: number; from: string }
  | { kind: 'rejected' | 'cancelled'; remarks: string | null }
  /** Amount that the school refunds, in paise, and the reason for a deduction. */
  | { kind: 'refund-decided'; givenPaise: number; remarks: string | null }

/**
 * Runs in the caller's transaction on each change of status: sends a notice and a mail to the student, in the student's
 * language.
 */
export function notifyApplicant(
  scope: LedgerScope,
  application: Pick<LockedApplication, 'studentId' | 'hostelName' | 'roomNumber'>,
  news: ApplicationNews,
): Promise<void> {
  const roomNames = { hostel: application.hostelName, room: application.roomNumber }
  const link = news.kind === 'offered' ? offerUrl(news.offerId) : undefined
  const words: Parameters<typeof tellApplicant>[2] = (say, locale) => {
    switch (news.kind) {
      case 'applied':
        return say(m.hostels_news_applied, m.hostels_news_applied_text, roomNames)
      case 'approved':
        return say(m.hostels_news_approved, m.hostels_news_approved_text, roomNames)
      case 'waitlisted':
        return say(m.hostels_news_waitlisted, m.hostels_news_waitlisted_text, roomNames)
      case 'offered': {
        const until = formatInstant(news.until, locale)
        return say(m.hostels_news_offered, m.hostels_news_offered_text, { ...roomNames, until })
      }
      case 'offer-lapsed':
        return say(m.hostels_news_lapsed, m.hostels_news_lapsed_text, roomNames)
      case 'checked-in':
        return say(m.hostels_news_checked_in, m.hostels_news_checked_in_text, roomNames)
      case 'moved':
        return say(m.hostels_news_moved, m.hostels_news_moved_text, { ...roomNames, ...monthly(news, locale) })
      case 'stay-changed': {
        const { checkInDate, until } = news.stay
        const days = { first: formatDay(checkInDate, locale), last: formatDay(until, locale) }
        return say(m.hostels_news_stay, m.hostels_news_stay_text, { ...roomNames, ...days, ...monthly(news, locale) })
      }
      case 'ended':
        return say(m.hostels_news_ended, endedText(news.money), roomNames)
      case 'rejected':
        return say(m.hostels_news_rejected, m.hostels_news_rejected_text, roomNames, news.remarks)
      case 'cancelled':
        return say(m.hostels_news_cancelled, m.hostels_news_cancelled_text, roomNames, news.remarks)
      case 'refund-decided': {
        const amount = formatPaise(news.givenPaise, { style: 'exact' })
        const text = news.givenPaise > 0 ? m.hostels_news_refund_text : m.hostels_news_no_refund_text
        return say(m.hostels_news_refund, text, { ...roomNames, amount }, news.remarks)
      }
    }
  }
  return tellApplicant(scope, application, words, link)
}

export function offerUrl(publicId: string): string {
  return siteUrl(paths.student.hostelOffer(publicId))
}

function monthly({ monthlyPaise, from }: { monthlyPaise: number; from: string }, locale: Language) {
  return { amount: formatPaise(monthlyPaise, { style: 'exact' }), day: formatDay(from, locale) }
}

function endedText({ depositPaise, toDecidePaise }: EndedMoney) {
  if (depositPaise > 0) return m.hostels_news_ended_text
  return toDecidePaise > 0 ? m.hostels_news_ended_paid_text : m.hostels_news_ended_plain_text
}
