import { edited, given, instant, json, oneOf, orNull, table, text, thing } from '~/kit/tables/table.server'
import type { ListLayouts } from './sign-in/list-layouts.server'
import { staffRoles } from './staff/permissions'

/**
 * Sign-in of a staff user; there is no password until the invited person chooses one. `rightsChangedAt`: time since
 * which the account has had its password, role and address.
 */
export const StaffUser = table('staff_users', {
  ...thing,
  name: text(120),
  email: text(190),
  role: oneOf(staffRoles),
  status: given(oneOf(['active', 'inactive'])),
  passwordHash: orNull(text(200)),
  passwordChangedAt: orNull(instant),
  factorOfferClosedAt: orNull(instant),
  listLayouts: orNull(json<ListLayouts>()),
  rightsChangedAt: given(instant),
  version: edited.version,
  createdAt: edited.createdAt,
  updatedAt: edited.updatedAt,
})
