import { linksOf } from './links'

/** Where a guardian pays for several children at once. */
export const familyPaths = linksOf({
  /** What is owed at one school (public id); without one, at the first. */
  pay: (school?: string) => `/guardians/pay${school ? `?school=${school}` : ''}`,
  payments: (page = 1) => `/guardians/payments${page > 1 ? `?page=${page}` : ''}`,
  payment: '/guardians/payments/:id',
  paymentReturn: '/guardians/payments/:id/return',
  receipt: '/guardians/receipts/:id',
})
