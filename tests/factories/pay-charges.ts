import { todayInIndia } from '~/models/core/shared/calendar'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { unique } from './insert'
import type { MadeSchool } from './school'

interface Charge {
  duePublicId: string
  state: 'open' | 'cancelled'
  amountPaise: number
  paidPaise: number
}

/** Pays the open charges of a hostel stay or transport in cash at the office. */
export async function payCharges(school: Pick<MadeSchool, 'scope'>, charges: readonly Charge[]): Promise<void> {
  const owed = charges.filter((charge) => charge.state === 'open')
  const outcome = await recordOfflinePayment(school.scope, {
    dueIds: owed.map((charge) => charge.duePublicId),
    method: 'cash',
    amountPaise: owed.reduce((sum, charge) => sum + charge.amountPaise - charge.paidPaise, 0),
    reference: null,
    remarks: null,
    paidOn: todayInIndia(new Date()),
    formKey: unique(),
  })
  if (!outcome.ok) throw new Error(`Refused: ${outcome.reason}`)
}
