import type { PageKey } from '~/components/school/use-keys'
import { schoolPaths } from '~/http/school-paths'
import type { Permission } from '~/models/people/accounts/staff/permissions'

const keys: ReadonlyArray<PageKey & { may?: Permission }> = [
  { key: 'p', does: 'Record a payment', href: schoolPaths.newPayment, may: 'fees:collect' },
  { key: '?', does: 'Show these keys', href: `${schoolPaths.account}#keys` },
]

export const officeKeys = (may: (permission: Permission) => boolean): PageKey[] =>
  keys.filter((one) => !one.may || may(one.may))
