import type { MovementKind } from '~/models/money/ledger/options'
import type { PaymentMethod } from '~/models/money/ledger/payment-methods'

/** A part of a payment; `due` is null when the part is for no due. */
interface Part {
  due: string | null
  paise: number
}

interface PlainPayment {
  id: string
  student: number
  method: PaymentMethod
  /** Day on which the money arrived; '' until then. */
  day: string
  /** Parts requested but not yet settled on a due. */
  asked: Part[]
  given: Part[]
  capturedPaise: number
  refundedPaise: number
  /** Amount on its receipt, in paise. */
  receiptPaise: number
  state: 'pending' | 'paid' | 'bounced' | 'cancelled' | 'failed'
  /** Clerk who recorded it; '' until then, and for online payments. */
  by: string
}

export interface PlainMove {
  payment: string
  kind: MovementKind
  method: PaymentMethod
  /** Reference of a refund. */
  reference: string
  day: string
  entered: string
  paise: number
  /** Clerk who entered it; '' for online payments. */
  by: string
  /** True when a closing of that clerk's cash has covered it. */
  isClosed?: boolean
}

/**
 * Records each act on a school's money in plain arrays, and computes its own sums: an independent second program that
 * checks the portal's sums. Uses no SQL of the product.
 */
export class PlainBooks {
  dues: Array<{ id: string; student: number; owedPaise: number; paidPaise: number; isOpen: boolean }> = []
  payments: PlainPayment[] = []
  moves: PlainMove[] = []
  closings: Array<{ by: string; day: string; cashPaise: number }> = []

  due(id: string | null) {
    const due = this.dues.find((one) => one.id === id)
    if (!due) throw new Error(`No due ${id}`)
    return due
  }

  payment(id: string): PlainPayment {
    const payment = this.payments.find((one) => one.id === id)
    if (!payment) throw new Error(`No payment ${id}`)
    return payment
  }

  balanceOf(id: string): number {
    const due = this.due(id)
    return due.owedPaise - due.paidPaise
  }

  /** Starts a payment; no money has arrived yet. */
  begun(id: string, student: number, method: PaymentMethod, asked: Part[]): void {
    const nothing = { day: '', given: [], capturedPaise: 0, refundedPaise: 0, receiptPaise: 0, by: '' }
    this.payments.push({ id, student, method, asked: [...asked], ...nothing, state: 'pending' })
  }

  /**
   * Records money that arrived on `day` and was entered on `entered`: each due gets its requested part up to its
   * balance, and the rest is excess.
   */
  came(id: string, amountPaise: number, day: string, entered: string, by = ''): void {
    const payment = this.payment(id)
    payment.by = by
    let refundableParts = amountPaise
    const waiting: Part[] = []
    for (const part of payment.asked) {
      const { paise } = part
      const due = this.due(part.due)
      const settledParts = due.isOpen ? Math.min(paise, due.owedPaise - due.paidPaise, refundableParts) : 0
      if (settledParts > 0) payment.given.push({ ...part, paise: settledParts })
      else waiting.push(part)
      due.paidPaise += settledParts
      refundableParts -= settledParts
    }
    payment.asked = waiting
    if (refundableParts > 0) payment.given.push({ due: null, paise: refundableParts })
    if (payment.capturedPaise === 0) {
      payment.receiptPaise = amountPaise
      payment.day = day
      payment.state = 'paid'
    }
    payment.capturedPaise += amountPaise
    const { method } = payment
    this.moves.push({
      payment: id,
      kind: 'received',
      method,
      reference: '',
      day: payment.day,
      entered,
      paise: amountPaise,
      by,
    })
  }

  /** Returns the credit that the school holds for a student, in paise. */
  creditOf(student: number): number {
    const own = this.payments.filter((one) => one.student === student && one.state === 'paid')
    return own.reduce((sum, { id }) => sum + this.excessOf(id), 0)
  }

  /** Settles these dues from credit, the oldest credit first; no money moves. */
  usedCredit(student: number, asked: readonly Part[]): void {
    for (const part of asked) {
      const due = this.due(part.due)
      let left = part.paise
      for (const payment of this.payments.filter((one) => one.student === student && one.state === 'paid')) {
        const paise = Math.min(left, this.excessOf(payment.id))
        if (paise === 0) continue
        payment.given.push({ due: null, paise: -paise }, { due: due.id, paise })
        due.paidPaise += paise
        left -= paise
      }
    }
  }

  /** Returns the refundable parts of a payment: the excess first, then its dues in order. */
  left(id: string): Part[] {
    const sums = new Map<string | null, number>()
    for (const { due, paise } of this.payment(id).given) sums.set(due, (sums.get(due) ?? 0) + paise)
    const parts = [...sums].map(([due, paise]) => ({ due, paise })).filter((part) => part.paise > 0)
    return [...parts.filter((part) => part.due === null), ...parts.filter((part) => part.due !== null)]
  }

  /** Refunds the amount from these parts, in order, by this method. */
  wentBack(
    id: string,
    from: Part[],
    amountPaise: number,
    day: string,
    how: Pick<PlainMove, 'method' | 'reference' | 'by'>,
  ): void {
    const payment = this.payment(id)
    let left = amountPaise
    for (const { due, paise } of from) {
      const taken = Math.min(paise, left)
      if (taken === 0) continue
      payment.given.push({ due, paise: -taken })
      if (due !== null) this.due(due).paidPaise -= taken
      left -= taken
    }
    payment.refundedPaise += amountPaise
    this.moves.push({ payment: id, kind: 'refunded', ...how, day, entered: day, paise: -amountPaise })
  }

  /** Marks a payment as bounced today, or as cancelled because it was recorded by mistake. */
  undone(id: string, state: 'bounced' | 'cancelled', today: string): void {
    const payment = this.payment(id)
    for (const { due, paise } of payment.given) if (due !== null) this.due(due).paidPaise -= paise
    payment.given = []
    payment.state = state
    const kind = state === 'bounced' ? 'bounced' : 'corrected'
    const day = state === 'bounced' ? today : payment.day
    this.moves.push({
      payment: id,
      kind,
      method: payment.method,
      reference: '',
      day,
      entered: today,
      by: payment.by,
      paise: -payment.capturedPaise,
    })
  }

  /** Returns a clerk's cash that no closing has covered. A first closing covers only the cash of its own day. */
  openCash(by: string, today: string): PlainMove[] {
    const first = this.closings.find((one) => one.by === by)?.day ?? today
    return this.moves.filter(
      (move) => move.by === by && move.method === 'cash' && !move.isClosed && move.entered >= first,
    )
  }

  closed(by: string, day: string): void {
    const covered = this.openCash(by, day)
    this.closings.push({ by, day, cashPaise: sumOf(covered) })
    for (const move of covered) move.isClosed = true
  }

  /** Returns payments whose money arrived, in the order of their start. */
  arrived(): PlainPayment[] {
    return this.payments.filter((payment) => payment.capturedPaise > 0)
  }

  excessOf(id: string): number {
    return sumOf(this.payment(id).given.filter((part) => part.due === null))
  }
}

export const sumOf = (all: ReadonlyArray<{ paise: number }>): number => all.reduce((sum, one) => sum + one.paise, 0)
