import type { Fact } from '~/models/core/audit/list-facts.server'
import type { Tone } from '~/models/core/shared/tone'
import { refusalsAbout, statusFiltersOf } from '~/models/money/subscriptions/office-words'
import type { ApplicationKind, ApplicationStatus, PaymentPlan, ShownStatus } from '../options'

export const transportStatusNames: Record<ShownStatus, { word: string; tone: Tone }> = {
  pending: { word: 'Pending', tone: 'info' },
  approved: { word: 'Approved, unpaid', tone: 'warn' },
  payment_completed: { word: 'Payment completed', tone: 'good' },
  active: { word: 'Active', tone: 'good' },
  suspended: { word: 'Suspended', tone: 'warn' },
  rejected: { word: 'Rejected', tone: 'bad' },
  cancelled: { word: 'Cancelled', tone: 'bad' },
}

export const statusFilters = statusFiltersOf(transportStatusNames)

export const kindNames: Record<ApplicationKind, string> = { transport: 'By fare', vehicle: 'For a vehicle' }

export const planNames: Record<PaymentPlan, string> = { monthly: 'Monthly', quarterly: 'Quarterly', annual: 'Annual' }

const deeds: Record<string, string> = {
  'transport-application.sent': 'Applied',
  'transport-application.approved': 'Approved',
  'transport-application.activated': 'Seat allotted',
  'transport-application.suspended': 'Suspended',
  'transport-application.rejected': 'Rejected',
  'transport-application.cancelled': 'Cancelled',
  'transport-application.ended': 'Transport ended',
  'transport-application.refund-decided': 'Refund decided',
}

export function deedWord({ action }: Pick<Fact, 'action'>): string {
  return deeds[action] ?? action
}

export function activationName(status: ApplicationStatus): string {
  if (status === 'active') return 'Change seat'
  return status === 'suspended' ? 'Resume transport' : 'Activate'
}

const about = refusalsAbout('transport')

export const decisionRefusals = {
  ...about,
  'not-active': about.over,
  'not-riding': about.over,
  'day-wrong': about.over,
  full: 'It has no free seat left, or is not running now. Choose another.',
  'no-run': 'Choose the route and vehicle',
  'uses-transport': 'The student already uses the transport. End it instead.',
}

export const straightLine = 'along the straight line: the maps service did not answer when the student applied'
