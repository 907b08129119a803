import { count, given, instant, oneOf, orNull, table, text, thing } from '~/models/shared/table.server'
import { staffForm } from './staff-fields'

/** Somebody who signs in for a school. `passwordHash` is null until the invited person chooses a password by the mailed link. */
export const StaffUser = table('staff_users', {
  ...thing,
  ...staffForm.fields,
  version: given(count),
  status: given(oneOf(['active', 'inactive'])),
  passwordHash: orNull(text(200)),
  passwordChangedAt: orNull(instant),
  factorOfferClosedAt: orNull(instant),
  createdAt: given(instant),
  updatedAt: given(instant),
})
