import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { recordAsMarkdown, recordLines } from './record.server'
import { yearsBefore, yearsThatHold } from './rules'

it('matches docs/record-of-processing.md (after a change, run npm run record)', () => {
  expect(readFileSync('docs/record-of-processing.md', 'utf8')).toBe(recordAsMarkdown())
})

it('shows the school’s own retention years for a field class, or else the default', () => {
  const line = (years = {}) => recordLines(years).find(({ what }) => what === 'Photos')?.howLong
  expect(line()).toBe('1 year after leaving')
  expect(line({ photos: 7 })).toBe('7 years after leaving')
})

it('counts years back from 29 February to 28 February when the year has no 29 February', () => {
  expect(yearsBefore('2028-02-29', 1)).toBe('2027-02-28')
  expect(yearsBefore('2028-02-29', 4)).toBe('2024-02-29')
  expect(yearsBefore('2026-11-26', 3)).toBe('2023-11-26')
})

it('never returns fewer years than the law requires', () => {
  for (let least = 0; least < 12; least++)
    for (let own = 0; own < 30; own++) expect(yearsThatHold({ usual: 12, least }, own)).toBeGreaterThanOrEqual(least)
  expect(yearsThatHold({ usual: 12, least: 8 }, undefined)).toBe(12)
})
