import { column, editColumns, kept, orNull, table, thingColumns, withDefault } from '~/kit/tables/table.server'
import type { ListLayouts } from './sign-in/list-layouts.server'
import { staffRoles } from './staff/permissions'

/**
 * Sign-in of a staff user; there is no password until the invited person chooses one. `rightsChangedAt`: when the first
 * password was set, the role or e-mail changed, or access was restored, whichever was last.
 */
export const StaffUser = table('staff_users', {
  ...thingColumns,
  name: kept('staff', column.text(120)),
  email: kept('staff', column.text(190)),
  role: kept('staff', column.oneOf(staffRoles)),
  status: withDefault(column.oneOf(['active', 'inactive'])),
  passwordHash: kept('staff', orNull(column.text(200))),
  passwordChangedAt: orNull(column.instant),
  factorOfferClosedAt: orNull(column.instant),
  listLayouts: kept('staff', orNull(column.json<ListLayouts>())),
  rightsChangedAt: withDefault(column.instant),
  version: editColumns.version,
  createdAt: editColumns.createdAt,
  updatedAt: editColumns.updatedAt,
})
