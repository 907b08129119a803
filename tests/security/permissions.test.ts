import { describe, expect, it } from 'vitest'
import {
  isLimitedToOwnSections,
  mayStaff,
  type Permission,
  staffRoles,
} from '~/models/people/accounts/staff/permissions'
import { allowed, limitedRoles, roles } from './permissions'

const permissions = Object.keys(allowed) as Permission[]

describe('permissions', () => {
  it('know the roles that tests/security/permissions.ts lists, and no other role', () => {
    expect([...staffRoles].sort()).toEqual([...roles].sort())
  })

  it('limit the roles of `limitedRoles`, and no other role, to their own sections', () => {
    expect(roles.filter((role) => isLimitedToOwnSections({ role }))).toEqual(limitedRoles)
  })

  it.each(permissions)('grant %s to the roles that the table lists, and to no other role', (permission) => {
    expect(roles.filter((role) => mayStaff(role, permission))).toEqual(allowed[permission])
  })

  it('throw for an unknown permission, whatever the role', () => {
    for (const role of roles) {
      for (const unknown of ['', 'payments', 'payments:refund', 'toString', '__proto__']) {
        expect(() => mayStaff(role, unknown as Permission), `${role} ${unknown}`).toThrow()
      }
    }
  })
})
