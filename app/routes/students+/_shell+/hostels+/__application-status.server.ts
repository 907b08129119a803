import { randomUUID } from 'node:crypto'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { canPayOnline } from '~/models/core/schools/payment-keys.server'
import { formatDay, formatInstant } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import type { StudentScope } from '~/models/core/shared/scope.server'
import type { OwnApplication } from '~/models/money/hostels/apply/own-applications.server'
import { roomDuesToPay, roomPaymentGuard, roomPaymentStep } from '~/models/money/hostels/apply/room-payment.server'
import { lastRefusalOf, waitingOf } from '~/models/money/hostels/decide/declarations.server'
import { monthlyNow, roomCost } from '~/models/money/hostels/rules'
import { roomTypeWord, semesterWord } from '~/models/money/hostels/words.server'

type Tone = 'good' | 'warn' | 'bad' | 'info' | 'neutral'

/** Banner that explains the current status of an application to the student. */
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
      const positionText = `${m.room_status_waitlisted()} ${m.room_status_place({ number: application.ahead + 1 })}`
      return { tone: 'warn', text: application.offerLapsedAt ? m.room_status_lapsed() : positionText }
    }
    case 'cancelled': {
      const isByOffice = application.cancelledBy === 'office'
      return { tone: 'neutral', text: isByOffice ? m.room_status_cancelled_office() : m.room_status_cancelled() }
    }
  }
}

/** Lists the declared payments for a bed: unconfirmed ones, and those that arrived too late. */
export function declarationLines({ status, declarations }: Pick<OwnApplication, 'status' | 'declarations'>): string[] {
  if (status === 'rejected' || status === 'cancelled') return declarationsOnceOver(declarations)
  return declarations.flatMap((one) => {
    if (one.stage !== 'waiting') return excessLine(one)
    return one.method === 'cash' ? m.room_cash_text({ amount: money(one.amountPaise) }) : m.room_declared_short()
  })
}

/** Lists the declared payments of an application that has ended or is about to end. */
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

/** Refund messages for an application that has ended. */
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

const guardWords = { over: m.room_invalid_application, 'hostel-gone': m.room_invalid_hostel }

export async function roomPaymentView(scope: StudentScope, application: OwnApplication) {
  const step = roomPaymentStep(application)
  const guard = roomPaymentGuard(application)
  return {
    id: application.publicId,
    step,
    /** Reason why nothing can be paid here. */
    guard: guard && guardWords[guard](),
    waiting: waitingOf(application.declarations).map(({ publicId, method, amountPaise }) => ({
      id: publicId,
      isCash: method === 'cash',
      amountPaise,
    })),
    refused: lastRefusalOf(application.declarations)?.reason ?? null,
    isPending: application.status === 'pending',
    summary: {
      hostelName: application.hostelName,
      room: `${application.roomNumber} · ${roomTypeWord(application.roomType)}`,
      academicYear: application.academicYear,
      semester: semesterWord(application.semester),
      checkIn: formatDay(application.checkInDate, currentLanguage()),
    },
    cost: { ...roomCost(application), monthlyPaise: monthlyNow(application).monthlyPaise },
    owedPaise: application.owedPaise,
    /** Part of the balance that has not been declared. */
    toPayPaise: roomDuesToPay(application).reduce((sum, due) => sum + due.amountPaise - due.paidPaise, 0),
    paidPaise: application.paidPaise,
    bank: application.bank,
    online: await canPayOnline(scope),
    formKey: randomUUID(),
  }
}

export type RoomPaymentView = Awaited<ReturnType<typeof roomPaymentView>>
