import { expect, it } from 'vitest'
import { randomOf } from '../../../../../tests/factories/random'
import { findHeading } from '../columns'
import { headingBook } from '../headings/heading-book'
import type { ValueKind } from '../headings/heading-fields'
import { kindOfImport } from '../kinds/registry.server'
import { fileKinds } from '../options'
import { matchColumns } from './match-columns'

const names = ['Asha Patel', 'Diya Shah', 'Kavya Rao', 'Mohd Arif Khan', 'Zeel Joshi', 'આશા પટેલ']
const valuesOf: Record<ValueKind, (row: number) => string[]> = {
  aadhaar: (row) => [`23456789012${row % 10}`],
  address: (row) => [`${row + 1} Shanti Nagar, Ahmedabad`],
  amount: () => ['4500', '3,200', '1,25,000', '₹ 500', '12500.50', '850'],
  choice: () => [],
  class: () => ['6', 'VI', 'Std 7', '10', 'LKG', '8-A'],
  code: (row) => [`GR/${100 + row}`, `${2400 + row}`],
  day: (row) => [`14/06/20${10 + row}`, `0${1 + (row % 9)}-11-2014`],
  email: (row) => [`asha${row}@example.com`],
  fee: () => ['Tuition Fee', 'Transport', 'Exam Fee', 'Annual charges'],
  method: () => ['Cash', 'UPI', 'Cheque', 'NEFT'],
  mobile: (row) => [`98250123${10 + row}`, `+91 98250 124${10 + row}`],
  person: () => names,
  pin: () => ['380013', '360005'],
  reference: (row) => [`6171123456${10 + row}`],
  roll: (row) => [String(row + 1)],
  section: () => ['A', 'B', 'C'],
  session: () => ['2025-26'],
  text: () => ['Farmer', 'Good', 'Rajkot'],
  title: () => ['Term 1', 'Term 2', 'April'],
  'yes-no': () => ['Yes', 'No'],
}

// The columns are in random order, under any known heading of their field, beside columns that belong to no field.
it.each(fileKinds)('matches every column of random tables of %s', (kind) => {
  const { fraction: random, pick, shuffled } = randomOf(20_261_129)
  const specs = kindOfImport(kind).columns
  const book = headingBook(kind, specs)
  const headingsOf = (meaning: string) =>
    book.entries.flatMap((entry) => (entry.meaning === meaning ? entry.heading : []))
  const headingsByKey = new Map(specs.map(({ key }) => [key, headingsOf(key)]))
  const others = headingsOf('other')
  const wrong: string[] = []
  let asked = 0
  for (let file = 0; file < 250; file++) {
    const hasFirstName = random() < 0.5
    const isUsed = (key: string) =>
      !/^(?:total|paise|less)$/.test(key) &&
      key !== 'surname_first' &&
      (key === 'full_name' ? !hasFirstName : hasFirstName || !/^(first|last)_name$/.test(key))
    const fields = specs.filter(({ key }) => headingsByKey.get(key)?.length && isUsed(key) && random() < 0.4)
    const columns = shuffled([
      ...fields.map((spec) => ({
        key: spec.key,
        heading: pick(headingsByKey.get(spec.key) ?? []),
        choices: spec.choices,
      })),
      ...others.flatMap((heading) => (random() < 0.05 ? [{ key: 'other', heading, choices: undefined }] : [])),
    ])
    if (fields.length < 2) continue
    const lines = Array.from({ length: 8 }, (_, row) =>
      columns.map(({ key, choices }) =>
        pick(key === 'other' ? ['x', '12', 'Rajesh Patel'] : (choices ?? valuesOf[book.holds(key)](row))),
      ),
    )
    const rows = [columns.map(({ heading }) => heading), ...lines]
    const heading = findHeading(rows, kind, specs)
    const { choice, readings } = matchColumns(kind, specs, { heading, rows })
    if ([...readings.values()].some(({ confidence }) => confidence === 'unsure')) asked++
    for (const [key, index] of Object.entries(choice))
      if (columns[index]?.key !== key) wrong.push(`${columns[index]?.heading} (${columns[index]?.key}) read as ${key}`)
    for (const [index, { key, heading: text }] of columns.entries())
      if (key !== 'other' && !readings.has(index)) wrong.push(`${text} (${key}) ignored`)
  }
  expect(wrong).toEqual([])
  // Most questions are about a guardian's number in a file without the family's own number.
  expect(asked).toBeLessThan(25)
})
