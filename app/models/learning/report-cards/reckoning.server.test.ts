import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cbseGrades } from '~/models/core/schools/options'
import { type PaperEntry, reckonSubject, reckonYear } from './reckoning.server'
import { componentRules, type SchemeComponent, type SchemeTerm } from './scheme-options'

/** Parses `8/10 AB/10 EX/10 -/10`: marks, absent, exempt, not entered, each with the paper's maximum. */
function papersOf(text: string): PaperEntry[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((paper) => {
      const [marks = '', maxMarks] = paper.split('/')
      const presence = marks === 'AB' ? 'absent' : marks === 'EX' ? 'exempt' : marks === '-' ? null : 'present'
      return { presence, marks: presence === 'present' ? Number(marks) : null, maxMarks: Number(maxMarks) }
    })
}

/** Parses `best2:10`, `sum:80`, `average:10*20`: rule, displayed maximum, and weight if different. */
function componentOf(text: string, key: string): SchemeComponent {
  const [, rule = '', best, max, weight] = /^([a-z]+?)(\d*):([\d.]+)(?:\*([\d.]+))?$/.exec(text) ?? []
  const known = componentRules.find((one) => one === rule) ?? 'sum'
  return {
    key,
    name: key,
    max: Number(max),
    weight: Number(weight ?? max),
    rule: known,
    best: best ? Number(best) : null,
  }
}

const termOf = (components: readonly string[], key = 't', weight = 50, endsOn = '2026-09-30'): SchemeTerm => ({
  key,
  name: key,
  endsOn,
  weight,
  components: components.map((text, index) => componentOf(text, `${key}${index}`)),
})

/** One subject in one term: each component with its papers. */
function termLine(parts: readonly (readonly [component: string, papers: string])[], joinedOn = '2026-04-01') {
  const term = termOf(parts.map(([component]) => component))
  const papers = new Map(parts.map(([, text], index) => [`t${index}`, papersOf(text)]))
  const scheme = { terms: [term], bands: [...cbseGrades] }
  const line = reckonSubject(scheme, { name: 'Hindi', isGradedOnly: false }, (key) => papers.get(key) ?? [], joinedOn)
  return line.terms[0]
}

const shown = (line: ReturnType<typeof termLine>) =>
  line?.state === 'marks' ? `${line.marks}/${line.outOf} ${line.grade}` : line?.state

describe('a component of a report card', () => {
  it.each([
    // Result of each rule.
    ['sum:10', '8/10', '8'],
    ['sum:10', '40/50', '8'],
    ['sum:10', '8/10 12/20', '6.7'],
    ['average:10', '8/10 12/20', '7'],
    ['average:10', '8/10 8/10 8/10', '8'],
    ['average:10', '1/3 1/3 1/3', '3.3'],
    ['best2:10', '8/10 6/10 9/10', '8.5'],
    ['best2:10', '20/25 30/50 45/50', '8.5'],
    ['best2:10', '6/10 6/10 6/10', '6'],
    ['best1:10', '4/10 9/10 7/10', '9'],
    ['best3:10', '4/10 9/10 8/10', '7'],
    ['best2:10', '0/10 0/10 0/10', '0'],
    ['best2:10', '10/10 10/10 0/10', '10'],
    // With fewer papers than `best` asks for, all of them count.
    ['best2:10', '7/10', '7'],
    ['best3:10', '7/10 5/10', '6'],
    // Absent counts as zero marks.
    ['sum:80', 'AB/80', 'absent 0'],
    ['sum:10', '8/10 AB/10', '4'],
    ['average:10', '8/10 AB/10', '4'],
    ['best2:10', '8/10 AB/10 6/10', '7'],
    ['best2:10', '8/10 AB/10 AB/10', '4'],
    ['best1:10', 'AB/10 5/10', '5'],
    ['best2:10', 'AB/10 AB/10 AB/10', 'absent 0'],
    // Exempt does not count.
    ['sum:10', 'EX/10', 'exempt'],
    ['sum:10', '8/10 EX/90', '8'],
    ['average:10', '8/10 EX/10', '8'],
    ['best2:10', '8/10 EX/10 4/10', '6'],
    ['best2:10', 'EX/10 EX/10 9/10', '9'],
    ['best2:10', 'EX/10 AB/10 9/10', '4.5'],
    ['sum:10', 'EX/10 AB/10', 'absent 0'],
    ['average:10', 'EX/10 EX/10', 'exempt'],
    // Zero marks are neither absent nor exempt.
    ['sum:10', '0/10', '0'],
    ['sum:10', '0/10 EX/10', '0'],
    // Not entered.
    ['sum:80', '-/80', 'waiting'],
    ['best2:10', '-/10 -/10 -/10', 'waiting'],
    ['best2:10', '8/10 9/10 -/10', '8.5'],
    ['sum:10', '-/10 EX/10', 'waiting'],
    // No paper of this subject.
    ['sum:5', '', 'none'],
    // Fractions of marks are kept; only the shown value is rounded, half up, to one decimal digit.
    ['sum:5', '4.5/5', '4.5'],
    ['sum:10', '8.25/10', '8.3'],
    ['sum:10', '8.24/10', '8.2'],
    ['sum:20', '33.25/100', '6.7'],
  ])('with the rule %s and the papers %s, shows %s', (component, papers, expected) => {
    const cell = termLine([[component, papers]])?.cells[0]
    const words =
      cell?.state === 'marks' ? String(cell.marks) : cell?.state === 'absent' ? `absent ${cell.marks}` : cell?.state
    expect(words).toBe(expected)
  })
})

const cbse = (tests: string, notebook: string, enrichment: string, examination: string) =>
  [
    ['best2:10', tests],
    ['sum:5', notebook],
    ['sum:5', enrichment],
    ['sum:80', examination],
  ] as const

describe('a term of a report card', () => {
  it.each([
    ['all there', cbse('8/10 6/10 9/10', '4/5', '5/5', '61/80'), '79/100 B1'],
    // 8.5 + 4 + 5 + 61.99 = 79.49 becomes 79; with the component rounded to 62 first, it would be 80.
    ['rounded once: down', cbse('8/10 6/10 9/10', '4/5', '5/5', '61.99/80'), '79/100 B1'],
    ['rounded once: exactly half goes up', cbse('8/10 6/10 9/10', '4/5', '5/5', '63/80'), '81/100 A2'],
    ['a half below a band', cbse('7.5/10 7.5/10', '5/5', '5/5', '73/80'), '91/100 A1'],
    ['not quite a half', cbse('7.49/10 7.49/10', '5/5', '5/5', '73/80'), '90/100 A2'],
    [
      'thirds that make a half',
      [
        ['sum:0.5', '1/3'],
        ['sum:0.5', '2/3'],
        ['sum:99', '0/1'],
      ] as const,
      '1/100 E',
    ],
    ['absent from the examination', cbse('8/10 6/10 9/10', '4/5', '5/5', 'AB/80'), '18/100 E'],
    ['absent from everything', cbse('AB/10 AB/10', 'AB/5', 'AB/5', 'AB/80'), '0/100 E'],
    ['exempt from the notebook', cbse('8/10 8/10', 'EX/5', '5/5', '63/80'), '76/95 B1'],
    ['exempt: by the share, not by the marks', cbse('EX/10', 'EX/5', 'EX/5', '40/80'), '40/80 C2'],
    ['exempt from all', cbse('EX/10', 'EX/5', 'EX/5', 'EX/80'), 'exempt'],
    ['a component without a paper', cbse('8/10 8/10', '', '5/5', '63/80'), '76/95 B1'],
    ['no component has a paper', cbse('', '', '', ''), 'none'],
    ['the examination is not entered', cbse('8/10 6/10 9/10', '4/5', '5/5', '-/80'), 'waiting'],
    ['one test is not entered', cbse('8/10 6/10 -/10', '4/5', '5/5', '61/80'), 'waiting'],
    [
      'a weight beside the maximum',
      [
        ['sum:80*40', '60/80'],
        ['sum:20*60', '10/20'],
      ] as const,
      '60/100 C1',
    ],
    ['nothing of everything', cbse('0/10 0/10', '0/5', '0/5', '0/80'), '0/100 E'],
    ['everything', cbse('10/10 10/10 10/10', '5/5', '5/5', '80/80'), '100/100 A1'],
    ['just passed', cbse('0/10', '0/5', '0/5', '32.5/80'), '33/100 D'],
    ['just not', cbse('0/10', '0/5', '0/5', '32.49/80'), '32/100 E'],
  ])('calculates marks and grade: %s', (_, parts, expected) => {
    expect(shown(termLine(parts))).toBe(expected)
  })

  it.each([
    ['joined on its last day: what is missing waits', '2026-09-30', cbse('-/10', '4/5', '5/5', '-/80'), 'waiting'],
    ['joined after it, with nothing', '2026-10-01', cbse('-/10', '-/5', '-/5', '-/80'), 'not-joined'],
    ['joined after it, with a test of before', '2026-10-01', cbse('8/10 -/10', '-/5', '-/5', '-/80'), '8/10 B1'],
    ['joined after it, exempt from one', '2026-10-01', cbse('EX/10 -/10', '-/5', '-/5', '-/80'), 'exempt'],
  ])('calculates the term of a student who %s', (_, joinedOn, parts, expected) => {
    expect(shown(termLine(parts, joinedOn))).toBe(expected)
  })
})

/** Two terms of one paper each; the second ends in March. */
function year(first: string, second: string, { weights = [50, 50], joinedOn = '2026-04-01' } = {}) {
  const terms = [termOf(['sum:100'], 't', weights[0]), termOf(['sum:100'], 'u', weights[1], '2027-03-31')]
  const papers = new Map([
    ['t0', papersOf(first)],
    ['u0', papersOf(second)],
  ])
  return reckonSubject(
    { terms, bands: [...cbseGrades] },
    { name: 'Hindi', isGradedOnly: false },
    (key) => papers.get(key) ?? [],
    joinedOn,
  ).year
}

describe('a year of a report card', () => {
  it.each([
    ['two terms alike', year('70/100', '80/100'), '75 B1'],
    // 70.4 and 70.6 are printed as 70 and 71; the exact mean is 70.5, which is rounded up once.
    ['from the exact terms', year('70.4/100', '70.6/100'), '71 B1'],
    ['and not from the printed ones', year('70.4/100', '70.4/100'), '70 B2'],
    ['by the weights', year('50/100', '100/100', { weights: [20, 80] }), '90 A2'],
    ['a term that does not count', year('10/100', '88/100', { weights: [0, 100] }), '88 A2'],
    ['joined in term 2', year('-/100', '64/100', { joinedOn: '2026-11-03' }), '64 B2'],
    ['joined in term 2, marks of before given', year('50/100', '64/100', { joinedOn: '2026-11-03' }), '57 C1'],
    ['exempt in term 1', year('EX/100', '64/100'), '64 B2'],
    ['exempt in both', year('EX/100', 'EX/100'), 'exempt'],
    ['absent in term 2', year('64/100', 'AB/100'), '32 E'],
    ['term 2 to come', year('64/100', '-/100'), 'waiting'],
    ['a subject of term 2 alone', year('', '64/100'), '64 B2'],
    ['no paper at all', year('', ''), 'none'],
  ])('calculates the year’s percentage: %s', (_, { state, percent, grade }, expected) => {
    expect(state === 'marks' ? `${percent} ${grade}` : state).toBe(expected)
  })

  const line = (
    name: string,
    percent: number | null,
    more: { isGradedOnly?: boolean; state?: 'waiting' | 'exempt' } = {},
  ) => ({
    name,
    isGradedOnly: more.isGradedOnly ?? false,
    terms: [],
    year: { state: more.state ?? ('marks' as const), percent, grade: null },
  })
  const rules = { bands: [...cbseGrades], passPercent: 33 }

  it.each([
    [
      'adds what is printed',
      [line('A', 71), line('B', 70), line('C', 70)],
      rules,
      { marks: 211, outOf: 300, percent: 70.3, grade: 'B2', outcome: 'pass' },
    ],
    ['rounds the share half-up for the grade', [line('A', 91), line('B', 90)], rules, { percent: 90.5, grade: 'A1' }],
    ['names what is below', [line('A', 33), line('B', 32)], rules, { outcome: 'improve', toImprove: ['B'] }],
    [
      'leaves a graded subject out',
      [line('A', 60), line('Art', 10, { isGradedOnly: true })],
      rules,
      { percent: 60, outcome: 'pass' },
    ],
    [
      'waits for a graded subject not',
      [line('A', 60), line('Art', null, { isGradedOnly: true, state: 'waiting' })],
      rules,
      { outcome: 'pass' },
    ],
    [
      'leaves out what one is exempt from',
      [line('A', 60), line('B', null, { state: 'exempt' })],
      rules,
      { percent: 60, outOf: 100 },
    ],
    [
      'waits while a subject does',
      [line('A', 60), line('B', null, { state: 'waiting' })],
      rules,
      { percent: null, outcome: 'waiting', marks: null },
    ],
    ['has nothing of nothing', [], rules, { percent: null, outcome: 'waiting' }],
    [
      'judges nobody without a pass mark',
      [line('A', 10)],
      { ...rules, passPercent: null },
      { outcome: null, toImprove: [] },
    ],
  ])('decides the result of the year: %s', (_, lines, scheme, expected) => {
    expect(reckonYear(lines, scheme)).toMatchObject(expected)
  })
})

/* Recalculates with plain floating-point arithmetic, whose error is far below the tolerance. */
function plainShare({ rule, best }: SchemeComponent, papers: readonly PaperEntry[]): number | null {
  const counted = papers.filter(
    (paper) => paper.presence === 'absent' || (paper.presence === 'present' && paper.marks !== null),
  )
  if (counted.length === 0) return null
  const marks = counted.map((paper) => (paper.presence === 'absent' ? 0 : (paper.marks ?? 0)))
  const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0)
  if (rule === 'sum') return sum(marks) / sum(counted.map(({ maxMarks }) => maxMarks))
  const shares = counted.map(({ maxMarks }, index) => (marks[index] ?? 0) / maxMarks).sort((one, other) => other - one)
  const used = rule === 'best' ? shares.slice(0, best ?? shares.length) : shares
  return sum(used) / used.length
}

const entry = fc
  .record({
    maxMarks: fc.integer({ min: 1, max: 100 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    kind: fc.integer({ min: 0, max: 9 }),
  })
  .map(({ maxMarks, share, kind }): PaperEntry => {
    if (kind === 0) return { presence: 'absent', marks: null, maxMarks }
    if (kind === 1) return { presence: 'exempt', marks: null, maxMarks }
    if (kind === 2) return { presence: null, marks: null, maxMarks }
    return { presence: 'present', marks: Math.round(share * maxMarks * 4) / 4, maxMarks }
  })
const part = fc.record({
  rule: fc.constantFrom(...componentRules),
  best: fc.integer({ min: 1, max: 3 }),
  weight: fc.integer({ min: 1, max: 100 }),
  papers: fc.array(entry, { maxLength: 4 }),
})

describe('any report scheme', () => {
  it('gives the same percentage as a simple calculation that rounds once at the end', () => {
    let measured = 0
    fc.assert(
      fc.property(fc.array(fc.array(part, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }), (drawn) => {
        const terms = drawn.map(
          (parts, nth): SchemeTerm => ({
            key: `t${nth}`,
            name: '',
            endsOn: '2026-09-30',
            weight: nth + 1,
            components: parts.map(({ rule, best, weight }, index) => ({
              key: `${nth}.${index}`,
              name: '',
              max: weight,
              weight,
              rule,
              best: rule === 'best' ? best : null,
            })),
          }),
        )
        const papers = new Map<string, PaperEntry[]>(
          drawn.flatMap((parts, nth) => parts.map((one, index) => [`${nth}.${index}`, one.papers] as const)),
        )
        const line = reckonSubject(
          { terms, bands: [...cbseGrades] },
          { name: '', isGradedOnly: false },
          (key) => papers.get(key) ?? [],
          '2026-04-01',
        )
        const isWaiting = (nth: number) =>
          drawn[nth]?.some((one) => one.papers.some(({ presence }) => presence === null))
        const shares = terms.map((term, nth) => {
          const counted = term.components.flatMap((component) => {
            const share = plainShare(component, papers.get(component.key) ?? [])
            return share === null ? [] : [{ share, weight: component.weight }]
          })
          const outOf = counted.reduce((sum, { weight }) => sum + weight, 0)
          const marks = counted.reduce((sum, { share, weight }) => sum + share * weight, 0)
          const got = line.terms[nth]
          expect(got?.state === 'waiting').toBe(isWaiting(nth))
          if (isWaiting(nth) || outOf === 0) {
            expect(got?.marks).toBeNull()
            return null
          }
          measured += 1
          expect(got?.outOf).toBe(outOf)
          // Tolerates a rounding in the other direction, because floating-point numbers may miss an exact half.
          expect(Math.abs((got?.marks ?? -9) - marks)).toBeLessThanOrEqual(0.5 + 1e-9)
          return marks / outOf
        })
        const isOpen = drawn.some((_, nth) => isWaiting(nth))
        const counted = shares.flatMap((share, nth) => (share === null ? [] : [{ share, weight: nth + 1 }]))
        const whole = counted.reduce((sum, { weight }) => sum + weight, 0)
        if (isOpen || whole === 0) {
          expect(line.year.percent).toBeNull()
          return
        }
        const percent = (counted.reduce((sum, { share, weight }) => sum + share * weight, 0) / whole) * 100
        expect(Math.abs((line.year.percent ?? -9) - percent)).toBeLessThanOrEqual(0.5 + 1e-9)
      }),
      { numRuns: 2_000 },
    )
    expect(measured).toBeGreaterThan(500)
  })
})
