import { expect, it } from 'vitest'
import { honorificOf, parentName, remarkOf, withoutHonorifics, withoutTitles } from './titles'

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
])('withoutTitles turns %s into %s', (name, bare) => {
  expect(withoutTitles(name)).toBe(bare)
})

it.each([
  ['Kum. Asha Patel', 'Asha Patel'],
  ['Ku. Asha Patel', 'Asha Patel'],
  ['Ku.Asha Patel', 'Asha Patel'],
  ['Km. Pooja', 'Pooja'],
  ['Master Aarav Shah', 'Aarav Shah'],
  ['MASTER AARAV SHAH', 'AARAV SHAH'],
  ['Mast. Aarav', 'Aarav'],
  ['Chi. Aarav Shah', 'Aarav Shah'],
  ['Miss Diya Rao', 'Diya Rao'],
  ['Shri. Aarav', 'Aarav'],
  ['(Kum.) Asha', 'Asha'],
  ['Asha Patel, Kum.', 'Asha Patel'],
  ['કુ. આશા પટેલ', 'આશા પટેલ'],
  ['ચિ. આરવ શાહ', 'આરવ શાહ'],
  ['कु. आशा पटेल', 'आशा पटेल'],
  ['चि. आरव', 'आरव'],
  ['श्री. आरव', 'आरव'],
  // Names and initials.
  ['Shree Rajesh Patel', 'Shree Rajesh Patel'],
  ['Kumari Anjali', 'Kumari Anjali'],
  ['MS Dhoni', 'MS Dhoni'],
  ['Chirag Shah', 'Chirag Shah'],
  ['Kunal Shah', 'Kunal Shah'],
  ['कुमार', 'कुमार'],
  ['Master', 'Master'],
  ['Patel, Shree', 'Patel, Shree'],
  ['Dr. Asha', 'Dr. Asha'],
])('withoutHonorifics turns %s into %s', (name, bare) => {
  expect(withoutHonorifics(name)).toBe(bare)
})

it.each([
  ['Shree Rajesh Patel', 'unsure'],
  ['Kumari Anjali', 'unsure'],
  ['Mr Aarav Shah', 'unsure'],
  ['શ્રી રાજેશ', 'unsure'],
  ['Kum. Asha', 'clear'],
  ['Shree', null],
  ['Shreya Patel', null],
  ['Asha Kumari', null],
])('honorificOf %s is %s', (name, kind) => {
  expect(honorificOf(name)).toBe(kind)
})

it.each([
  ['Shri Ramesh Patel', 'Ramesh Patel'],
  ['Smt Hansa Patel', 'Hansa Patel'],
  ['Smt.Hansa', 'Hansa'],
  ['Mr Ramesh', 'Ramesh'],
  ['શ્રીમતી હંસા', 'હંસા'],
  ['શ્રી રમેશ', 'રમેશ'],
  ['श्रीमती सीता', 'सीता'],
  // Keeps `Late`, which says that the person has died.
  ['Late Ramesh Patel', 'Late Ramesh Patel'],
  ['Late Shri Ramesh Patel', 'Late Ramesh Patel'],
  ['Late. Smt. Hansa', 'Late. Hansa'],
  ['સ્વ. રમેશ', 'સ્વ. રમેશ'],
  ['स्व. श्री रमेश', 'स्व. रमेश'],
  ['Dr. Ramesh Shah', 'Dr. Ramesh Shah'],
  ['Kumari Devi', 'Kumari Devi'],
  ['Latesh Patel', 'Latesh Patel'],
])('parentName turns %s into %s', (name, bare) => {
  expect(parentName(name)).toBe(bare)
})

it.each<[string, string | null, string?]>([
  ['Asha Patel (RTE)', 'Asha Patel', 'RTE'],
  ['Asha Patel [new]', 'Asha Patel', 'new'],
  ['Asha Patel - 6A', 'Asha Patel', '6A'],
  ['Asha Patel, VI-A', 'Asha Patel', 'VI-A'],
  ['Asha Patel – VI - A', 'Asha Patel', 'VI - A'],
  ['Patel, Asha - 6A', 'Patel, Asha', '6A'],
  ['Asha Patel / Std 6', 'Asha Patel', 'Std 6'],
  ['આશા પટેલ - ૬', 'આશા પટેલ', '૬'],
  ['Asha Patel', null],
  ['Asha (Aashi) Patel', null],
  ['Asha - Patel', null],
  ['Anne-Marie D’Souza', null],
  ['Patel, Asha', null],
  ['Ramya, S', null],
  ['Ramya, V', null],
  ['(RTE)', null],
])('remarkOf separates the remark from the name in %s', (name, bare, remark) => {
  expect(remarkOf(name)).toEqual(bare === null ? null : { bare, remark })
})
