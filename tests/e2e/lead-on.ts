/** Pages that need more than an address: flows cover them, and pages.spec.ts checks the forms among them. */
export const flowPages = [
  // Needs a suspended school.
  'routes/_public+/suspended.$schoolId',
  'routes/students+/whose-account',
  'routes/guardians+/whose-account',
  'routes/guardians+/activate.account',
  'routes/guardians+/payments+/$id.return',
  'routes/students+/application.index',
  'routes/students+/application.withdrawal',
  'routes/students+/undo-change',
  'routes/students+/_shell+/payments+/$id.return',
  'routes/students+/_shell+/transport+/payment',
  'routes/students+/_shell+/transport+/cancellation',
  // Appears when the user entered the password more than ten minutes ago.
  'routes/school+/second-factor.confirmation',
]

/** Pages that redirect after a moment. */
export const delayedRedirects = [
  'routes/students+/logout',
  'routes/school+/logout',
  'routes/students+/_shell+/payments+/$id.index',
]

/** Public pages on which a visitor has to choose one of several stores first. */
export const afterAChoice = ['routes/students+/_shell+/shop+/index', 'routes/students+/_shell+/shop+/$id']

/** Pages that redirect even an allowed user who opens only their address. */
export const redirectingPages = [...flowPages, ...delayedRedirects, ...afterAChoice]
