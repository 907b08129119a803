import type { LoaderFunctionArgs } from '@remix-run/node'
import { findStaff, findStudent, refuseSuspendedStaff, refuseSuspendedStudent } from '~/http/route.server'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { type FeeDetails, feeDetails } from '~/models/money/ledger/books/fee-details.server'
import { mayStaff } from '~/models/people/accounts/staff/permissions'

/**
 * Returns the fees of one student in one academic session as JSON, for the student and for staff who may see fees;
 * amounts in rupees.
 */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  await refuseSuspendedStudent(context, request)
  await refuseSuspendedStaff(context, request)
  const [student, staff] = await Promise.all([findStudent(context, request), findStaff(context, request)])
  const scopes = [
    ...(student?.stage === 'full' ? [student.scope] : []),
    ...(staff && mayStaff(staff.role, 'fees:view') ? [staff.scope] : []),
  ]
  if (!staff && student?.stage !== 'full') return json({ message: 'Please sign in' }, 401)
  const { studentId, academicSessionId } = params
  if (isPublicId(studentId) && isPublicId(academicSessionId)) {
    for (const scope of scopes) {
      const details = await feeDetails(scope, studentId, academicSessionId)
      if (details) return json(inRupees(details), 200)
    }
  }
  return json({ message: 'No fees found' }, 404)
}

/** Answers 405, since there is nothing to change here. */
export function action() {
  return new Response(JSON.stringify({ message: 'Method not allowed' }), {
    status: 405,
    headers: { Allow: 'GET', 'Content-Type': 'application/json; charset=utf-8' },
  })
}

function json(body: object, status: number): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', Vary: 'Cookie' } })
}

function inRupees({ fees, totals, ...rest }: FeeDetails) {
  return {
    ...rest,
    fees: fees.map(({ fee, fee_duedates }) => ({
      fee,
      fee_duedates: fee_duedates.map(({ amountPaise, paidPaise, balancePaise, ...due }) => ({
        ...due,
        ...rupees({ amountPaise, paidPaise, balancePaise }),
      })),
    })),
    totals: rupees(totals),
  }
}

/** Converts paise to decimal rupees with two places, exact to the paisa. */
function rupees(amounts: { amountPaise: number; paidPaise: number; balancePaise: number }) {
  return { amount: amounts.amountPaise / 100, paid: amounts.paidPaise / 100, balance: amounts.balancePaise / 100 }
}
