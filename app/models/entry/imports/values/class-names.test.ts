import { describe, expect, it } from 'vitest'
import {
  classKey,
  looksLikeDate,
  namesSeveralClasses,
  newClassName,
  newSectionName,
  sectionKey,
  splitClassSection,
  unsureClass,
} from './class-names'

describe('splitClassSection', () => {
  it.each<[cell: string, key: string, section: string]>([
    ['V-I', '5', 'I'],
    ['X-I', '10', 'I'],
    ['1-2', '1', '2'],
    ['1 - 2', '1', '2'],
    ['XII-A', '12', 'A'],
    ['VI/B', '6', 'B'],
    ['VI.B', '6', 'B'],
    ['6(A)', '6', 'A'],
    ['6 [A]', '6', 'A'],
    ['6-A', '6', 'A'],
    ['6A', '6', 'A'],
    ['6thA', '6', 'A'],
    ['6 th A', '6', 'A'],
    ['VIth-A', '6', 'A'],
    ['VIA', '6', 'A'],
    ['XIIB', '12', 'B'],
    ['STD-6 DIV-A', '6', 'A'],
    ['Std: VI Div: B', '6', 'B'],
    ['Class 6 Section B', '6', 'B'],
    ['6th Std A', '6', 'A'],
    ['Sixth A', '6', 'A'],
    ['Six-B', '6', 'B'],
    ['6 Gulab', '6', 'Gulab'],
    ['6 – Gulab', '6', 'Gulab'],
    ['VI A1', '6', 'A1'],
    ['6-A/B', '6', 'A/B'],
    ['X-A (Boys)', '10', 'A (Boys)'],
    ['VI-A (2026-27)', '6', 'A'],
    ['XII Sci A', '12science', 'A'],
    ['XI Com. B', '11commerce', 'B'],
    ['12-Science-A', '12science', 'A'],
    ['11 (Arts) C', '11arts', 'C'],
    ['XII-A Sci', '12science', 'A'],
    ['XI-B (Com)', '11commerce', 'B'],
    ['Std 12 - C Commerce', '12commerce', 'C'],
    ['6 EM Gulab', '6em', 'Gulab'],
    ['6 EM Div Gulab', '6em', 'Gulab'],
    ['6 EM Div A', '6em', 'A'],
    ['VI (Guj) - B', '6guj', 'B'],
    ['VI-A-2026', '6', 'A'],
    ['VI-A 2026', '6', 'A'],
    ['6 - 1', '6', '1'],
    ['6 EM A', '6em', 'A'],
    ['LKG-A', 'jrkg', 'A'],
    ['Jr. KG B', 'jrkg', 'B'],
    ['U.K.G. A', 'srkg', 'A'],
    ['KG-1 A', 'jrkg', 'A'],
    ['Nursery - B', 'nursery', 'B'],
    ['૬-અ', '6', 'અ'],
    ['ધોરણ ૬ બ', '6', 'બ'],
    ['ધો. ૬ વર્ગ બ', '6', 'બ'],
    ['છઠ્ઠું અ', '6', 'અ'],
    ['कक्षा ६ ब', '6', 'ब'],
    ['कक्षा छठी ब', '6', 'ब'],
    ['पाँचवीं - अ', '5', 'अ'],
    ['A-6', '6', 'A'],
    ['Div A Std 6', '6', 'A'],
    ['Blue - A', 'blue', 'A'],
  ])('reads %s', (cell, key, section) => {
    const parts = splitClassSection(cell)
    expect([classKey(parts?.className ?? ''), parts?.sectionName]).toEqual([key, section])
  })

  it.each([
    ['6', '6'],
    ['Std V', '5'],
    ['VI', '6'],
    ['XI', '11'],
    ['VIII', '8'],
    ['Sixth', '6'],
    ['twelve', '12'],
    ['6th Standard', '6'],
    ['Class 06', '6'],
    ['Nursery', 'nursery'],
    ['L.K.G.', 'jrkg'],
    ['LKG', 'jrkg'],
    ['Jr. KG', 'jrkg'],
    ['Std. 6', '6'],
    ['6.0', '6'],
    ['6-2026', '6'],
    ['VI (2026)', '6'],
    ['VI 2026', '6'],
    ['Class 6, 2026-2027', '6'],
    ['6th', '6'],
    ['KG 2', 'srkg'],
    ['11 Science', '11science'],
    ['XI Sci.', '11science'],
    ['12th Commerce', '12commerce'],
    ['ધોરણ ૬', '6'],
    ['કક્ષા', 'કક્ષા'],
    ['छठी', '6'],
    ['कक्षा 6वीं', '6'],
    ['वर्ग ६', '6'],
    ['Alumni', 'alumni'],
    ['62', '62'],
    ['6 to 8', '6to8'],
    ['VI & VII', 'vi-vii'],
    ['Batch 2026', 'batch2026'],
  ])('finds a class without a section in %s', (cell, key) => {
    expect([splitClassSection(cell), classKey(cell)]).toEqual([null, key])
  })
})

it.each([
  ['V-I', 'VI'],
  ['X-I', 'XI'],
  ['1-2', '12'],
  ['V I', 'VI'],
  ['1 2', '12'],
])('classKey keeps %s and %s apart', (name, other) => {
  expect(classKey(name)).not.toBe(classKey(other))
})

it.each([
  ['V I', 'torn', '5', 'I', '6'],
  ['Std. X I', 'torn', '10', 'I', '11'],
  ['X II', 'torn', '10', 'II', '12'],
  ['62', 'digits', '6', '2', '62'],
  ['101', 'digits', '10', '1', '101'],
  ['121', 'digits', '12', '1', '121'],
  ['1V', 'torn', '1', 'V', '4'],
  ['1X', 'torn', '1', 'X', '9'],
  ['V1', 'torn', '5', '1', '6'],
  ['Std X1', 'torn', '10', '1', '11'],
  ['VI1', 'torn', '6', '1', '7'],
  ['10+2', 'plus', '10', '2', '12'],
  ['10 + 1', 'plus', '10', '1', '11'],
  ['+2 Sci', 'plus', '2sci', '', '12science'],
  ['+2', 'plus', '2', '', '12'],
  ['Std +1', 'plus', '1', '', '11'],
  ['+2 Com A', 'plus', '2com', 'A', '12commerce'],
  ['VI-VII', 'range', '6', 'VII', 'vitovii'],
  ['VI/VII', 'range', '6', 'VII', 'vitovii'],
  ['I - II', 'range', '1', 'II', 'itoii'],
  ['6-8', 'range', '6', '8', '6to8'],
  ['૬-૮', 'range', '6', '8', '6to8'],
  ['Jr A', 'junior', null, 'A', 'jrkg'],
  ['Sr. B', 'junior', null, 'B', 'srkg'],
  ['Junior', 'junior', null, '', 'jrkg'],
  ['X-A Sci', 'extra', '10', 'A', '10sci'],
  ['10th-B (Sci)', 'extra', '10', 'B', '10sci'],
  ['V (Eng)', 'extra', '5', '', '5eng'],
  ['V Eng', 'extra', '5', '', '5eng'],
  ['6 EM', 'extra', '6', '', '6em'],
  ['VI Eng. Med.', 'extra', '6', '', '6engmed'],
  ['5 English Section', 'extra', '5', '', '5english'],
  ['VI-A (Guj)', 'extra', '6', 'A', '6guj'],
  ['VIA (Guj)', 'extra', '6', 'A', '6guj'],
  ['6A(Guj)', 'extra', '6', 'A', '6guj'],
  ['Std 7 (B) Eng', 'extra', '7', 'B', '7eng'],
  ['7 (B) (Eng)', 'extra', '7', 'B', '7eng'],
  ['9 B [New]', 'extra', '9', 'B', '9new'],
  ['9 (New)', 'extra', '9', '', '9new'],
  ['8 Gulab (Hindi Medium)', 'extra', '8', 'Gulab', '8hindimedium'],
  ['6-A (Morning', 'extra', '6', 'A', '6morning'],
  ['LKG (Eng)', 'extra', 'jrkg', '', 'jrkgeng'],
  ['ધોરણ ૬ અ (અંગ્રેજી)', 'extra', '6', 'અ', '6અંગ્રેજી'],
])('unsureClass returns the two possible readings of %s', (cell, kind, key, section, whole) => {
  const unsure = unsureClass(cell)
  expect([unsure?.kind, unsure?.split.key, unsure?.split.sectionName]).toEqual([kind, key, section])
  expect(classKey(unsure?.whole.className ?? '')).toBe(whole)
})

it.each([
  'V-I',
  'VI',
  '1-2',
  '12',
  '6 A',
  'V A',
  'LKG A',
  '200',
  '8-6',
  'X-II',
  'Jr KG A',
  'Jr. Kg',
  'Junior Wing',
  '6V',
  'VIA',
  '11',
  '6 (A)',
  '6(A)',
  '11 Com.',
  '11-B (Sci)',
  'X-A (Boys)',
  '6 EM A',
])('unsureClass finds only one reading of %s', (cell) => {
  expect(unsureClass(cell)).toBeNull()
})

it.each([
  ['02-Jan', true],
  ['Jan-06', true],
  ['01/02/2026', true],
  ['9-2025', true],
  ['2026-01-02', true],
  ['1-2', false],
  ['March', false],
  ['6 May', true],
  ['6-A', false],
])('looksLikeDate of %s is %s', (cell, isDate) => {
  expect(looksLikeDate(cell)).toBe(isDate)
})

it.each([
  ['6 to 8', true],
  ['VI to VIII', true],
  ['Std 6 to 8', true],
  ['6th & 7th', true],
  ['1, 2', true],
  ['૬ થી ૮', true],
  ['कक्षा 6 से 8', true],
  ['VI-VII', false],
  ['6-A', false],
  ['6 to A', false],
  ['6 English and A', false],
])('namesSeveralClasses of %s is %s', (cell, isSeveral) => {
  expect(namesSeveralClasses(cell)).toBe(isSeveral)
})

it('turns typed classes and sections into names such as Class 6 and B', () => {
  expect(['Div. A', '(A)', 'a', '2.0'].map(sectionKey)).toEqual(['a', 'a', 'a', '2'])
  expect(['06', 'STD-6', 'Std: VI', 'VI', '૬'].map(newClassName)).toEqual([
    'Class 6',
    'STD 6',
    'Std VI',
    'VI',
    'Class 6',
  ])
  expect(['a', '(b)', 'Div b', 'Rose', 'અ'].map(newSectionName)).toEqual(['A', 'B', 'B', 'Rose', 'અ'])
  expect(['B (Sci)', 'B (Sci', 'B [New]', '(B) Eng'].map(newSectionName)).toEqual([
    'B (Sci)',
    'B (Sci)',
    'B [New]',
    'B Eng',
  ])
})
