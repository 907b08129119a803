import type { Scheme } from './scheme-options'

/** Entries of a student's card other than marks, as typed. */
export interface TypedEntry {
  /** Grades by area key. */
  grades: Readonly<Record<string, string>>
  /** Numbers of remark sentences: `3 7`. */
  codes: string
  /** Free text of the teacher. */
  remark: string
}

export interface ReadEntry {
  /** Grades by area key; an area without a grade is left out. */
  grades: Record<string, string>
  codes: string
  remark: string
}

export const maxCodes = 6
export const remarkLength = 300
/** Maximum number of characters in all remarks of a card, in the longest language, so that they fit on one page. */
export const lettersOfCard = 900

/**
 * Parses a row of the grid, or returns the invalid field with an error. Grades may be lower case. `sentenceLengths`
 * maps the numbers of sentences to their length.
 */
export function readEntry(
  input: TypedEntry,
  { terms, areas, areaGrades }: Pick<Scheme, 'terms' | 'areas' | 'areaGrades'>,
  sentenceLengths: ReadonlyMap<number, number>,
): { ok: true; entry: ReadEntry } | { ok: false; field: string | null; problem: string } {
  const grades: Record<string, string> = {}
  const isGone = ([key, grade]: [string, string]) => grade.trim() !== '' && !areas.some((area) => area.key === key)
  if (Object.entries(input.grades).some(isGone))
    return { ok: false, field: null, problem: 'The areas have changed in the meantime. Open this page again' }
  for (const area of areas) {
    const text = (input.grades[area.key] ?? '').trim()
    if (text === '') continue
    const areaGrade = areaGrades.find(({ grade }) => grade.toLocaleUpperCase('en') === text.toLocaleUpperCase('en'))
    if (!areaGrade) {
      const list = areaGrades.map(({ grade }) => grade).join(', ')
      return { ok: false, field: area.key, problem: `${area.name}: the grades are ${list}` }
    }
    grades[area.key] = areaGrade.grade
  }
  const codes = [...new Set(input.codes.split(/[\s,;]+/).filter(Boolean))]
  const unknown = codes.find((code) => !/^\d{1,3}$/.test(code) || !sentenceLengths.has(Number(code)))
  if (unknown !== undefined)
    return { ok: false, field: 'codes', problem: `There is no sentence with the number ${unknown}` }
  if (codes.length > maxCodes) return { ok: false, field: 'codes', problem: `Use at most ${maxCodes} sentences` }
  const remark = input.remark.trim().replace(/\s+/g, ' ')
  if (remark.length > remarkLength)
    return { ok: false, field: 'remark', problem: `Use at most ${remarkLength} characters` }
  const letters = codes.reduce((sum, code) => sum + (sentenceLengths.get(Number(code)) ?? 0) + 1, remark.length)
  const room = Math.floor(lettersOfCard / terms.length)
  if (letters > room)
    return {
      ok: false,
      field: 'codes',
      problem: `Sentences and your own words have ${letters} letters; there is room for ${room}`,
    }
  return { ok: true, entry: { grades, codes: codes.map(Number).join(' '), remark } }
}

/** Converts an entry back to its typed form, with the grade of each area of the scheme, '' if none is entered. */
export function shownEntry(entry: ReadEntry, areas: Scheme['areas']): TypedEntry {
  return { ...entry, grades: Object.fromEntries(areas.map(({ key }) => [key, entry.grades[key] ?? ''])) }
}

export function isSameEntry(one: TypedEntry, other: TypedEntry): boolean {
  const sortedGrades = ({ grades }: TypedEntry) =>
    JSON.stringify(
      Object.entries(grades)
        .filter(([, grade]) => grade)
        .sort(),
    )
  return one.codes === other.codes && one.remark === other.remark && sortedGrades(one) === sortedGrades(other)
}

/** One-line summary: `A B A – A, 3 7, own words`. */
export function entryWords({ grades, codes, remark }: TypedEntry, areas: Scheme['areas']): string {
  const gradeTexts = areas.map(({ key }) => grades[key] ?? '')
  const letters = gradeTexts.every((grade) => grade === '') ? '' : gradeTexts.map((grade) => grade || '–').join(' ')
  return [letters, codes, remark].filter(Boolean).join(', ') || 'nothing'
}
