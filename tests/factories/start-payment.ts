import type { StudentScope } from '~/models/core/shared/scope.server'
import { startOnlinePayment } from '~/models/money/ledger/online/start-online-payment.server'
import type { Sandbox } from '../../sandbox/server'
import { makeEnrollment } from './academics'
import { unique } from './insert'
import { makeDue } from './ledger'
import { makePayingSchool, readPayment } from './paying'
import { makeStudent, type StudentFacts } from './student'

export const newFormKey = () => `form-${unique()}`

/** Starts an online payment of the dues; returns it with its link's id at the provider. */
export async function startPayment(scope: StudentScope, dueIds: readonly string[], formKey = newFormKey()) {
  const outcome = await startOnlinePayment(scope, { dueIds, formKey })
  if (!outcome.ok) throw new Error(`Not started: ${outcome.reason}`)
  const { linkId } = await readPayment(outcome.value.paymentId)
  return { publicId: outcome.value.paymentId, linkId }
}

export type PaymentFacts = [student?: Partial<StudentFacts>, due?: Parameters<typeof makeDue>[1]]

/** Creates a school with keys, an enrolled student with one due, and a payable link for it. */
export async function makePaymentUnderWay(sandbox: Sandbox, ...[facts, dueFacts]: PaymentFacts) {
  const school = await makePayingSchool(sandbox)
  const student = await makeStudent(school, facts)
  await makeEnrollment(student, { rollNumber: 7 })
  const due = await makeDue(student, dueFacts)
  const payment = await startPayment(student.scope, [due.publicId])
  return { school, student, due, payment }
}
