import type { Scheme } from './scheme-options'

/** What is entered for a student's card beside marks, as it was typed. */
export interface TypedEntry {
  /** In the order of the scheme's areas. */
  grades: readonly string[]
  /** Numbers of sentences: `3 7`. */
  codes: string
  /** Own words. */
  remark: string
}

export interface ReadEntry {
  /** By the area's key; one without a grade is left out. */
  grades: Record<string, string>
  codes: string
  remark: string
}

export const maxCodes = 6
export const remarkLength = 300

/** What a row of the grid means, or which of its fields is wrong and why. Grades may be typed small; `known` are numbers of the bank. */
export function readEntry(
  typed: TypedEntry,
  { areas, areaGrades }: Pick<Scheme, 'areas' | 'areaGrades'>,
  known: ReadonlySet<number>,
): { ok: true; entry: ReadEntry } | { ok: false; field: number | 'codes' | 'remark'; problem: string } {
  const grades: Record<string, string> = {}
  for (const [index, area] of areas.entries()) {
    const text = (typed.grades[index] ?? '').trim()
    if (text === '') continue
    const found = areaGrades.find(({ grade }) => grade.toLocaleUpperCase('en') === text.toLocaleUpperCase('en'))
    if (!found) {
      const list = areaGrades.map(({ grade }) => grade).join(', ')
      return { ok: false, field: index, problem: `${area.name}: the grades are ${list}` }
    }
    grades[area.key] = found.grade
  }
  const codes = [...new Set(typed.codes.split(/[\s,;]+/).filter(Boolean))]
  const unknown = codes.find((code) => !/^\d{1,3}$/.test(code) || !known.has(Number(code)))
  if (unknown !== undefined) return { ok: false, field: 'codes', problem: `There is no sentence ${unknown}` }
  if (codes.length > maxCodes) return { ok: false, field: 'codes', problem: `Use at most ${maxCodes} sentences` }
  const remark = typed.remark.trim().replace(/\s+/g, ' ')
  if (remark.length > remarkLength)
    return { ok: false, field: 'remark', problem: `Use at most ${remarkLength} characters` }
  return { ok: true, entry: { grades, codes: codes.map(Number).join(' '), remark } }
}

/** The same entry again, in the order of the areas. */
export function shownEntry(entry: ReadEntry | null, areas: Scheme['areas']): TypedEntry {
  return {
    grades: areas.map(({ key }) => entry?.grades[key] ?? ''),
    codes: entry?.codes ?? '',
    remark: entry?.remark ?? '',
  }
}

/** How it is said in one line: `A B A – A, 3 7, own words`. */
export function entryWords({ grades, codes, remark }: TypedEntry): string {
  const given = grades.every((grade) => grade === '') ? '' : grades.map((grade) => grade || '–').join(' ')
  return [given, codes, remark].filter(Boolean).join(', ') || 'nothing'
}
