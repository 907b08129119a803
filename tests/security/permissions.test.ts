import { describe, expect, it } from 'vitest'
import { mayStaff, type Permission, staffRoles } from '~/models/accounts/permissions'
import { allowed, roles } from './permissions'

const permissions = Object.keys(allowed) as Permission[]

describe('who may do what', () => {
  it('knows the roles of the table and no other', () => {
    expect([...staffRoles].sort()).toEqual([...roles].sort())
  })

  it.each(permissions)('%s belongs to the roles of the table and to no other', (permission) => {
    expect(roles.filter((role) => mayStaff(role, permission))).toEqual(allowed[permission])
  })

  it('gives nobody what is no permission', () => {
    for (const role of roles) {
      for (const unknown of ['', 'payments', 'payments:refund', 'toString', '__proto__']) {
        expect(() => mayStaff(role, unknown as Permission), `${role} ${unknown}`).toThrow()
      }
    }
  })
})
