import { m } from '~/language/paraglide/messages'
import { recordAudit } from '~/models/audit/record-audit.server'
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

type Known = Pick<LockedApplication, 'hostelName' | 'roomNumber'>

/** A step of each change of status: notice and mail to the student, in the student's language. */
export function notifyApplicant(
  scope: LedgerScope,
  { studentId, hostelName: hostel, roomNumber: room }: Known & { studentId: number },
  news: ApplicationNews,
): Promise<void> {
  return notifyStudent(scope, studentId, (locale) => {
    const [title, text] = wordsOf(news)
    const until = news.kind === 'offered' ? formatInstant(news.until, locale) : ''
    const amount = news.kind === 'refund-decided' ? formatPaise(news.givenPaise, { style: 'exact' }) : ''
    const body = text({ hostel, room, until, amount }, { locale })
    return {
      title: title({}, { locale }),
      body: 'remarks' in news && news.remarks ? `${body}\n\n${news.remarks}` : body,
    }
  })
}

const words = {
  applied: [m.hostels_news_applied, m.hostels_news_applied_text],
  approved: [m.hostels_news_approved, m.hostels_news_approved_text],
  waitlisted: [m.hostels_news_waitlisted, m.hostels_news_waitlisted_text],
  offered: [m.hostels_news_offered, m.hostels_news_offered_text],
  'offer-lapsed': [m.hostels_news_lapsed, m.hostels_news_lapsed_text],
  'checked-in': [m.hostels_news_checked_in, m.hostels_news_checked_in_text],
  rejected: [m.hostels_news_rejected, m.hostels_news_rejected_text],
  cancelled: [m.hostels_news_cancelled, m.hostels_news_cancelled_text],
} as const

function wordsOf(news: ApplicationNews) {
  if (news.kind === 'ended') return [m.hostels_news_ended, endedText(news.money)] as const
  if (news.kind !== 'refund-decided') return words[news.kind]
  return [
    m.hostels_news_refund,
    news.givenPaise > 0 ? m.hostels_news_refund_text : m.hostels_news_no_refund_text,
  ] as const
}

function endedText({ depositPaise, toDecidePaise }: EndedMoney) {
  if (depositPaise > 0) return m.hostels_news_ended_text
  return toDecidePaise > 0 ? m.hostels_news_ended_paid_text : m.hostels_news_ended_plain_text
}

/** The line of the audit log about an application. */
export function noteApplication(
  scope: LedgerScope,
  { id, hostelName: hostel, roomNumber: room }: Known & { id: number },
  action: string,
  facts: Record<string, string | number | null> = {},
): Promise<void> {
  return recordAudit(scope, {
    action,
    subject: { kind: 'hostel-application', id },
    details: { hostel, room, ...facts },
  })
}
