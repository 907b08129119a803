import { expect, it } from 'vitest'
import { listHref } from './list-href'

it.each([
  [{}, '/school/students'],
  [{ search: '', page: 1 }, '/school/students'],
  [{ search: 'a&b', class: '', page: 3 }, '/school/students?search=a%26b&page=3'],
])('converts the filters %j into the URL %s', (filters, href) => {
  expect(listHref('/school/students', filters)).toBe(href)
})
