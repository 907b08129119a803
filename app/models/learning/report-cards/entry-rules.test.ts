import { describe, expect, it } from 'vitest'
import { entryWords, isSameEntry, lettersOfCard, maxCodes, readEntry, remarkLength, shownEntry } from './entry-rules'

const term = { key: 't1', name: 'Term 1', endsOn: '2026-09-30', weight: 50, components: [] }
const scheme = {
  terms: [term, { ...term, key: 't2' }],
  areas: [
    { key: 'a1', name: 'Art', kind: 'co_scholastic' as const },
    { key: 'a2', name: 'Music', kind: 'co_scholastic' as const },
  ],
  areaGrades: [
    { grade: 'A', words: '' },
    { grade: 'b+', words: '' },
  ],
}
const known = new Map([1, 2, 3, 4, 5, 6, 7].map((code) => [code, 10]))
const nothing = { grades: {}, codes: '', remark: '' }
const read = (typed: Partial<typeof nothing & { grades: Record<string, string> }>, sentences = known) =>
  readEntry({ ...nothing, ...typed }, scheme, sentences)

describe('readEntry', () => {
  it('reads grades in lower and upper case, each sentence once, and the remark without extra spaces', () => {
    expect(read({ grades: { a1: ' a ', a2: 'B+' }, codes: ' 3, 7;3 ', remark: '  Works \n well ' })).toEqual({
      ok: true,
      entry: { grades: { a1: 'A', a2: 'b+' }, codes: '3 7', remark: 'Works well' },
    })
    expect(read({ grades: { a1: ' ' } })).toEqual({ ok: true, entry: nothing })
  })

  it('refuses the grade of a removed area, and accepts it when empty', () => {
    const problem = 'The areas have changed in the meantime. Open this page again'
    expect(read({ grades: { a1: 'A', a9: 'A' } })).toEqual({ ok: false, field: null, problem })
    expect(read({ grades: { a9: ' ' } }).ok).toBe(true)
  })

  it('refuses a grade that the scheme does not have', () => {
    expect(read({ grades: { a2: 'C' } })).toEqual({ ok: false, field: 'a2', problem: 'Music: the grades are A, b+' })
  })

  it('refuses sentences that are not in the bank, and too many sentences', () => {
    for (const code of ['8', '1x', 'x1', '1234'])
      expect(read({ codes: `1 ${code}` }, new Map([...known, [1234, 1]]))).toEqual({
        ok: false,
        field: 'codes',
        problem: `There is no sentence with the number ${code}`,
      })
    const codes = (count: number) => Array.from({ length: count }, (_, index) => index + 1).join(' ')
    expect(read({ codes: codes(maxCodes) }).ok).toBe(true)
    expect(read({ codes: codes(maxCodes + 1) })).toEqual({
      ok: false,
      field: 'codes',
      problem: `Use at most ${maxCodes} sentences`,
    })
  })

  it('refuses a remark that is one character too long', () => {
    expect(read({ remark: 'x'.repeat(remarkLength) }).ok).toBe(true)
    expect(read({ remark: 'x'.repeat(remarkLength + 1) })).toEqual({
      ok: false,
      field: 'remark',
      problem: `Use at most ${remarkLength} characters`,
    })
  })

  it('refuses sentences and a remark that together do not fit into a term’s space on the card', () => {
    const room = lettersOfCard / scheme.terms.length
    // A sentence takes one more character for the space before it.
    expect(read({ codes: '1', remark: 'xx' }, new Map([[1, room - 3]])).ok).toBe(true)
    expect(read({ codes: '1', remark: 'xx' }, new Map([[1, room - 2]]))).toEqual({
      ok: false,
      field: 'codes',
      problem: `Sentences and your own words have ${room + 1} letters; there is room for ${room}`,
    })
  })
})

describe('shownEntry', () => {
  it('returns the grade of each area of the scheme, empty if none is entered, and drops other areas', () => {
    const entry = { grades: { a2: 'A', a9: 'A' }, codes: '1', remark: 'x' }
    expect(shownEntry(entry, scheme.areas)).toEqual({ ...entry, grades: { a1: '', a2: 'A' } })
  })
})

describe('isSameEntry', () => {
  it('compares sentences, remark and grades, in any order of areas', () => {
    const entry = { grades: { a1: 'A', a2: 'b+' }, codes: '1', remark: 'x' }
    expect(isSameEntry(entry, { ...entry, grades: { a2: 'b+', a3: '', a1: 'A' } })).toBe(true)
    expect(isSameEntry(entry, { ...entry, codes: '2' })).toBe(false)
    expect(isSameEntry(entry, { ...entry, remark: 'y' })).toBe(false)
    expect(isSameEntry(entry, { ...entry, grades: { a1: 'A' } })).toBe(false)
  })
})

describe('entryWords', () => {
  it('writes an entry in one line, with a dash for a missing grade', () => {
    const words = (entry: Parameters<typeof entryWords>[0]) => entryWords(entry, scheme.areas)
    expect(words({ grades: { a2: 'A' }, codes: '3 7', remark: 'own words' })).toBe('– A, 3 7, own words')
    expect(words({ ...nothing, remark: 'own words' })).toBe('own words')
    expect(words({ grades: { a1: 'A' }, codes: '', remark: '' })).toBe('A –')
    expect(words(nothing)).toBe('nothing')
  })
})
