import { expect, it } from 'vitest'
import { fittedText } from './sheet.server'

const address = 'Plot 14, Navrangpura Society, behind the municipal garden, Ahmedabad'

it('keeps the font size of a text that fits on one line', () => {
  expect(fittedText('Asha Patel', { width: 200, size: 10 })).toEqual({ size: 10, lines: ['Asha Patel'] })
})

it('breaks lines between words, and keeps all words', () => {
  const { size, lines } = fittedText(address, { width: 120, size: 10, lines: 6 })
  expect(size).toBe(10)
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.join(' ')).toBe(address)
})

it('reduces the font size before truncating a text', () => {
  const { size, lines } = fittedText(address, { width: 200, size: 12, smallest: 6, lines: 2 })
  expect(size).toBeLessThan(12)
  expect(lines.join(' ')).toBe(address)
})

it('cuts a text only at the end of its last line, and ends it with an ellipsis', () => {
  const { lines } = fittedText(address, { width: 120, size: 10, lines: 2 })
  expect(lines).toHaveLength(2)
  const shown = lines.join(' ')
  expect(shown).toMatch(/…$/)
  expect(address.startsWith(shown.slice(0, -1))).toBe(true)
  // The cut line still uses most of the width.
  expect(lines[1]?.length).toBeGreaterThan(12)
})
