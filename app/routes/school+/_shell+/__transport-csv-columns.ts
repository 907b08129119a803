import { todayInIndia } from '~/models/shared/calendar'
import { planNames, rideKindNames, rideRefundOpen, rideStatusNames } from '~/models/transport/decision-words'
import type { OfficeRideRow } from '~/models/transport/office-applications.server'

/** What a spreadsheet of transport applications shows of each; amounts in rupees. */
export const rideColumns: { label: string; value: (row: OfficeRideRow) => string | number | null }[] = [
  { label: 'Applied', value: (row) => todayInIndia(row.appliedAt) },
  { label: 'Student', value: (row) => row.studentName },
  { label: 'Enrollment number', value: (row) => row.enrollmentNumber },
  { label: 'Class', value: (row) => row.place },
  { label: 'Kind', value: (row) => rideKindNames[row.kind] },
  { label: 'Applied for', value: (row) => row.fareName },
  { label: 'Route', value: (row) => row.routeName },
  { label: 'Vehicle', value: (row) => row.vehicleNumber },
  { label: 'Session', value: (row) => row.sessionName },
  { label: 'Plan', value: (row) => planNames[row.paymentPlan] },
  { label: 'Fare of a period (₹)', value: (row) => row.periodPaise / 100 },
  { label: 'Status', value: (row) => rideStatusNames[row.status].word },
  { label: 'Owed (₹)', value: (row) => row.owedPaise / 100 },
  { label: 'Refund', value: (row) => (row.refundState === 'open' ? rideRefundOpen : null) },
]
