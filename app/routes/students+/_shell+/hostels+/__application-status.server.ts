import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import type { OwnApplication } from '~/models/hostels/own-applications.server'
import { formatInstant } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'

type Tone = 'good' | 'warn' | 'bad' | 'info' | 'neutral'

/** What the status of an application means for the student now, as its banner says it. */
export function stateOf(application: OwnApplication): { tone: Tone; text: string } {
  switch (application.status) {
    case 'pending':
      return { tone: 'info', text: m.room_status_pending() }
    case 'approved':
      if (application.checkedOutOn) return { tone: 'neutral', text: m.room_status_out() }
      return { tone: 'good', text: application.checkedInOn ? m.room_status_in() : m.room_status_approved() }
    case 'rejected':
      return { tone: 'bad', text: m.room_status_rejected() }
    case 'waitlisted': {
      const { offeredUntil } = application
      if (offeredUntil) {
        const until = formatInstant(offeredUntil, currentLanguage())
        return { tone: 'warn', text: m.room_status_offered({ until }) }
      }
      const text = application.offerLapsedAt ? m.room_status_lapsed() : m.room_status_waitlisted()
      return { tone: 'warn', text }
    }
    case 'cancelled': {
      const isByOffice = application.cancelledBy === 'office'
      return { tone: 'neutral', text: isByOffice ? m.room_status_cancelled_office() : m.room_status_cancelled() }
    }
  }
}

/** What the student has declared for a place and the school has not looked at, and what came too late, line by line. */
export function declarationLines({ status, declarations }: Pick<OwnApplication, 'status' | 'declarations'>): string[] {
  if (status === 'rejected' || status === 'cancelled') return declarationsOnceOver(declarations)
  return declarations.flatMap((one) => {
    if (one.stage !== 'waiting') return excessLine(one)
    return one.method === 'cash' ? m.room_cash_text({ amount: money(one.amountPaise) }) : m.room_declared_short()
  })
}

/** The same of a place that is over, or is about to be. */
export function declarationsOnceOver(declarations: OwnApplication['declarations']): string[] {
  return declarations.flatMap((one) => {
    if (one.stage !== 'waiting') return excessLine(one)
    const amount = money(one.amountPaise)
    return one.method === 'cash' ? m.room_cash_ended({ amount }) : m.room_transfer_ended({ amount })
  })
}

function excessLine({ stage, amountPaise }: OwnApplication['declarations'][number]): string[] {
  return stage === 'excess' ? [m.room_excess({ amount: money(amountPaise) })] : []
}

function money(paise: number): string {
  return formatPaise(paise, { style: 'short' })
}

/** What becomes of the money for a place that is over, line by line. */
export function refundLines(application: OwnApplication): string[] {
  const { refundState, refundRemarks, refundedPaise, comingBackPaise } = application
  return [
    refundState === 'open' ? m.room_refund_open() : '',
    refundState === 'decided' && refundedPaise + comingBackPaise === 0 ? m.room_refund_none() : '',
    comingBackPaise > 0 ? m.room_refund_coming({ amount: money(comingBackPaise) }) : '',
    refundedPaise > 0 ? m.room_refund_done({ amount: money(refundedPaise) }) : '',
    refundRemarks ? m.room_refund_remarks({ remarks: refundRemarks }) : '',
  ].filter((line) => line !== '')
}
