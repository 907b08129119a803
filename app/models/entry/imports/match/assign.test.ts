import { expect, it } from 'vitest'
import { assign } from './assign'

it.each([
  // The best sum, not the best single score.
  [
    [
      [9, 8],
      [8, 1],
    ],
    [1, 0],
  ],
  [
    [
      [5, 0],
      [9, 0],
    ],
    [null, 0],
  ],
  [[[1, 2, 3]], [2]],
  [
    [[1], [3], [2]],
    [null, 0, null],
  ],
  [
    [
      [0, -5],
      [0, 0],
    ],
    [null, null],
  ],
  [
    [
      [7, 5, 0],
      [7, 0, 4],
      [6, 0, 0],
    ],
    [1, 2, 0],
  ],
  [[], []],
])('assigns rows to columns with the highest total score: %j', (scores, expected) => {
  expect(assign(scores)).toEqual(expected)
})
