import { expect, it } from 'vitest'
import { currentHref } from './side-nav'

const links = ['/school', '/school/students', '/school/students/import', '/school/fees'].map((href) => ({ href }))

it.each([
  ['/school', '/school'],
  ['/school/students', '/school/students'],
  ['/school/students/x7/edit', '/school/students'],
  ['/school/students/import', '/school/students/import'],
  ['/school/studentsabc', undefined],
  ['/school/audit', undefined],
])('%s lies in the section %s', (path, expected) => {
  expect(currentHref(path, links)).toBe(expected)
})
