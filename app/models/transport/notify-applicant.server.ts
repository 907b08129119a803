import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { recordAudit } from '~/models/audit/record-audit.server'
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
    const [title, text] = wordsOf(news)
    const nothing = { route: '', vehicle: '', time: '', amount: '', day: '' }
    const body = text({ fare, ...nothing, ...factsOf(news, locale) }, { locale })
    return {
      title: title({}, { locale }),
      body: 'remarks' in news && news.remarks ? `${body}\n\n${news.remarks}` : body,
    }
  })
}

const words = {
  applied: [m.transport_news_applied, m.transport_news_applied_text],
  approved: [m.transport_news_approved, m.transport_news_approved_text],
  active: [m.transport_news_active, m.transport_news_active_text],
  suspended: [m.transport_news_suspended, m.transport_news_suspended_text],
  rejected: [m.transport_news_rejected, m.transport_news_rejected_text],
  cancelled: [m.transport_news_cancelled, m.transport_news_cancelled_text],
  ended: [m.transport_news_ended, m.transport_news_ended_text],
} as const

function wordsOf(news: ApplicationNews) {
  if (news.kind !== 'refund-decided') return words[news.kind]
  const text = news.givenPaise > 0 ? m.transport_news_refund_text : m.transport_news_no_refund_text
  return [m.transport_news_refund, text] as const
}

function factsOf(news: ApplicationNews, locale: Language) {
  switch (news.kind) {
    case 'approved':
      return { amount: exact(news.firstPaise), day: formatDay(news.startsOn, locale) }
    case 'active':
      return { route: news.route, vehicle: news.vehicle, time: clockOf(news.pickupMinute) }
    case 'ended':
      return { day: formatDay(news.endedOn, locale) }
    case 'refund-decided':
      return { amount: exact(news.givenPaise) }
  }
}

const exact = (paise: number) => formatPaise(paise, { style: 'exact' })

/** The line of the audit log about an application. */
export function noteApplication(
  scope: LedgerScope,
  { id, fareName: fare }: { id: number; fareName: string },
  action: string,
  facts: Record<string, string | number | boolean | null>,
): Promise<void> {
  return recordAudit(scope, { action, subject: { kind: 'transport-application', id }, details: { fare, ...facts } })
}
