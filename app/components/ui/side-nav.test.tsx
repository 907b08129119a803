import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { mayStaff, staffRoles } from '~/models/people/accounts/staff/permissions'
import { schoolLinks } from '~/routes/school+/_shell+/__school-links'
import { allowed } from '../../../tests/security/permissions'
import { currentHref, SideNav } from './side-nav'

const links = ['/school', '/school/students', '/school/students/import', '/school/fees'].map((href) => ({ href }))

it.each([
  ['/school', '/school'],
  ['/school/students', '/school/students'],
  ['/school/students/x7/edit', '/school/students'],
  ['/school/students/import', '/school/students/import'],
  ['/school/studentsabc', undefined],
  ['/school/audit', undefined],
])('on the path %s, marks %s as the current link', (path, expected) => {
  expect(currentHref(path, links)).toBe(expected)
})

const groups = [
  { label: 'Students', icon: 'users', links: [{ href: '/school/students', label: 'Students' }] },
  { label: 'Money', icon: 'fees', links: [{ href: '/school/fees', label: 'Fees' }] },
] as const

const shown = (path: string) =>
  renderToStaticMarkup(
    <SideNav
      homeHref="/school"
      logoUrl={null}
      path={path}
      links={[{ href: '/school', label: 'Home' }]}
      groups={groups}
    />,
  )

describe('SideNav', () => {
  it.each([
    ['/school', []],
    ['/school/fees', ['Money']],
    ['/school/students/x7/edit', ['Students']],
    ['/school/account', []],
  ])('on the path %s, opens only the groups %s', (path, open) => {
    const found = [...shown(path).matchAll(/<details class="nav-group" open="">.*?<\/svg>(.*?)<\/summary>/g)]
    expect(found.map((match) => match[1])).toEqual(open)
    expect(shown(path).match(/<details class="nav-group"/g)).toHaveLength(2)
  })
})

describe('schoolLinks', () => {
  it.each(staffRoles)('returns only the permitted links for the role %s, without empty groups', (role) => {
    const { links: alone, groups: shownGroups } = schoolLinks((permission) => mayStaff(role, permission))
    expect(alone.map((link) => link.label)).toEqual(['Home'])
    const labels = shownGroups.flatMap((group) => group.links.map((link) => link.label))
    expect(new Set(labels).size).toBe(labels.length)
    expect(shownGroups.filter((group) => group.links.length === 0)).toEqual([])
    const permissionOf = { Fees: 'fees:view', Staff: 'staff:edit', Notices: 'notices:view' } as const
    for (const [label, permission] of Object.entries(permissionOf))
      expect(labels.includes(label), label).toBe(allowed[permission].includes(role))
  })
})
