import { describe, expect, it } from 'vitest'
import { pageCount, pageNumbers, pageOf, pagesAround } from './paging'

describe('pageNumbers', () => {
  it.each([
    [1, 1, [1]],
    [1, 2, [1, 2]],
    [1, 10, [1, 2, 3, 'gap', 10]],
    [4, 10, [1, 2, 3, 4, 5, 6, 'gap', 10]],
    [5, 10, [1, 'gap', 3, 4, 5, 6, 7, 'gap', 10]],
    [7, 10, [1, 'gap', 5, 6, 7, 8, 9, 10]],
    [10, 10, [1, 'gap', 8, 9, 10]],
    [99, 3, [1, 2, 3]],
    [1, 0, [1]],
  ] as const)('on page %i of %i, returns the numbers %j', (current, last, expected) => {
    expect(pageNumbers(current, last)).toEqual(expected)
  })
})

describe('pageOf', () => {
  it.each([
    ['', 1],
    ['page=3', 3],
    ['page=0', 1],
    ['page=-2', 1],
    ['page=1.5', 1],
    ['page=1e9', 1],
    ['page=two', 1],
    ['page=999999999', 100_000],
    ['page=99999999999999999999', 1],
  ])('reads %j as page %i', (query, expected) => {
    expect(pageOf(new URLSearchParams(query))).toBe(expected)
  })
})

it('counts one page for an empty list, and a partly filled page as a page', () => {
  expect([pageCount(0, 10), pageCount(10, 10), pageCount(11, 10)]).toEqual([1, 1, 2])
})

it.each([
  [1, 1, [1]],
  [1, 9, [1, 2, 3, 4, 5]],
  [5, 9, [3, 4, 5, 6, 7]],
  [9, 9, [5, 6, 7, 8, 9]],
  [2, 3, [1, 2, 3]],
])('around page %i of %i, returns at most five pages', (current, last, expected) => {
  expect(pagesAround(current, last, 5)).toEqual(expected)
})
