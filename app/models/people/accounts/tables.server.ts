import {
  editColumns,
  instant,
  json,
  oneOf,
  orNull,
  table,
  text,
  thingColumns,
  withDefault,
} from '~/kit/tables/table.server'
import type { ListLayouts } from './sign-in/list-layouts.server'
import { staffRoles } from './staff/permissions'

/**
 * Sign-in of a staff user; there is no password until the invited person chooses one. `rightsChangedAt`: time since
 * which the account has had its password, role and address.
 */
export const StaffUser = table('staff_users', {
  ...thingColumns,
  name: text(120),
  email: text(190),
  role: oneOf(staffRoles),
  status: withDefault(oneOf(['active', 'inactive'])),
  passwordHash: orNull(text(200)),
  passwordChangedAt: orNull(instant),
  factorOfferClosedAt: orNull(instant),
  listLayouts: orNull(json<ListLayouts>()),
  rightsChangedAt: withDefault(instant),
  version: editColumns.version,
  createdAt: editColumns.createdAt,
  updatedAt: editColumns.updatedAt,
})
