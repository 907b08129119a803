/** Pages that need more than an address: flows walk them, and pages.spec.ts looks at the forms among them. */
export const led = [
  // But for a school that is suspended.
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
  // Once the password is no longer fresh (ten minutes).
  'routes/school+/second-factor.confirmation',
]

/** Pages that go on by themselves after a moment. */
export const movesOn = [
  'routes/students+/logout',
  'routes/school+/logout',
  'routes/students+/_shell+/payments+/$id.index',
]

/** Open to everybody, but a visitor has to choose one of several stores first. */
export const afterAChoice = ['routes/students+/_shell+/shop+/index', 'routes/students+/_shell+/shop+/$id']

/** Pages whose address alone shows something else to their rightful reader. */
export const leadOn = [...led, ...movesOn, ...afterAChoice]
