import { expect, it } from 'vitest'
import { withoutTitles } from './titles'

it.each([
  ['Mr.Patel', 'Patel'],
  ['Mr Amit Patel', 'Amit Patel'],
  ['(Dr.) Shah', 'Shah'],
  ['Dr. (Mrs.) Asha Shah', 'Asha Shah'],
  ['Prof. Dr. Shah', 'Shah'],
  ['Shri Ramesh Jani', 'Ramesh Jani'],
  ['Sh. Ramesh Jani', 'Ramesh Jani'],
  ['Smt.Rao', 'Rao'],
  ['Kum. Diya Rao', 'Diya Rao'],
  ['શ્રીમતી હંસા પટેલ', 'હંસા પટેલ'],
  ['श्री राम शर्मा', 'राम शर्मा'],
  ['Shah (Mrs.)', 'Shah'],
  ['Hansa Patel, Dr.', 'Hansa Patel'],
  // Names, not titles.
  ['Drashti Shah', 'Drashti Shah'],
  ['Kumar Patel', 'Kumar Patel'],
  ['Misha Rao', 'Misha Rao'],
  ['Sri Devi', 'Sri Devi'],
  ['Shrikant Joshi', 'Shrikant Joshi'],
  ['Erica Das', 'Erica Das'],
  ['श्रीकांत जोशी', 'श्रीकांत जोशी'],
  ['Mr.', 'Mr.'],
])('withoutTitles makes %s %s', (name, bare) => {
  expect(withoutTitles(name)).toBe(bare)
})
