import type { GradeBand } from '~/models/core/schools/options'
import { hundredthsOf, roundFraction } from '~/models/core/shared/fraction'
import type { Presence } from '~/models/learning/exams/options'
import type { ComponentCell, SubjectLine, TermLine, YearLine } from './card-view'
import type { Scheme, SchemeComponent, SchemeTerm } from './scheme-options'

/**
 * Paper of a component with the student's entry; `presence` is null when nothing is entered. Marks have at most two
 * decimals.
 */
export interface PaperEntry {
  presence: Presence | null
  marks: number | null
  maxMarks: number
}

/** Exact fractions: whether 79.5 of 100 rounds to 80 must not depend on floating-point arithmetic. */
type Share = readonly [part: bigint, whole: bigint]

const none: Share = [0n, 1n]

function reduced(part: bigint, whole: bigint): Share {
  let [one, other] = [part, whole]
  while (other !== 0n) [one, other] = [other, one % other]
  return one === 0n ? none : [part / one, whole / one]
}

const plus = ([a, b]: Share, [c, d]: Share) => reduced(a * d + c * b, b * d)
const times = ([a, b]: Share, factor: number) => reduced(a * hundredthsOf(factor), b * 100n)
const divided = ([a, b]: Share, divisor: number) => reduced(a * 100n, b * hundredthsOf(divisor))
const total = (shares: readonly Share[]) => shares.reduce(plus, none)
const isMore = ([a, b]: Share, [c, d]: Share) => a * d > c * b

/** Rounds a share half up to a number of decimals; no other function rounds one. */
function rounded([part, whole]: Share, decimals = 0): number {
  return roundFraction(part, whole, decimals)
}

type Measured = { share: Share; isAbsent: boolean }
type Component = { state: ComponentCell['state']; measured: Measured | null; isWaiting: boolean }

/**
 * Combines a component's papers. An absence counts as zero marks; exempt papers and papers without an entry do not
 * count. `isWaiting`: an entry is missing, and the student had joined by the end of the term.
 */
function componentOf(component: SchemeComponent, papers: readonly PaperEntry[], joinedLater: boolean): Component {
  if (papers.length === 0) return { state: 'none', measured: null, isWaiting: false }
  const isEntered = (paper: PaperEntry) =>
    paper.presence !== null && (paper.presence !== 'present' || paper.marks !== null)
  const isWaiting = !joinedLater && papers.some((paper) => !isEntered(paper))
  const countedPapers = papers.filter((paper) => isEntered(paper) && paper.presence !== 'exempt')
  if (countedPapers.length === 0) {
    const state = isWaiting ? 'waiting' : papers.some((paper) => paper.presence === 'exempt') ? 'exempt' : 'not-joined'
    return { state, measured: null, isWaiting }
  }
  const isAbsent = countedPapers.every((paper) => paper.presence === 'absent')
  return {
    state: isAbsent ? 'absent' : 'marks',
    measured: { share: shareOf(component, countedPapers), isAbsent },
    isWaiting,
  }
}

function shareOf({ rule, best }: SchemeComponent, papers: readonly PaperEntry[]): Share {
  const whole = (paper: PaperEntry) => hundredthsOf(paper.maxMarks)
  const part = (paper: PaperEntry) => hundredthsOf(paper.presence === 'present' ? (paper.marks ?? 0) : 0)
  if (rule === 'sum')
    return reduced(
      papers.reduce((sum, paper) => sum + part(paper), 0n),
      papers.reduce((sum, paper) => sum + whole(paper), 0n),
    )
  const shares = papers.map((paper) => reduced(part(paper), whole(paper)))
  const ranked = shares.sort((one, other) => (isMore(other, one) ? 1 : isMore(one, other) ? -1 : 0))
  const countedShares = rule === 'best' ? ranked.slice(0, best ?? ranked.length) : ranked
  return divided(total(countedShares), countedShares.length)
}

type Sum = { share: Share; outOf: number } | null

/** Calculates a subject's term, with its exact share of the attainable marks (null where nothing was measured). */
function termOf(
  { term, bands }: { term: SchemeTerm; bands: readonly GradeBand[] },
  papersOf: (componentKey: string) => readonly PaperEntry[],
  joinedLater: boolean,
): { line: TermLine; sum: Sum } {
  const parts = term.components.map((component) => ({
    component,
    ...componentOf(component, papersOf(component.key), joinedLater),
  }))
  const cells = parts.map(({ component, state, measured }) => ({
    state,
    // Rounded for display only; sums use the exact share.
    marks: measured ? rounded(times(measured.share, component.max), 1) : null,
  }))
  const countedParts = parts.flatMap(({ component, measured }) =>
    measured ? [{ weight: component.weight, ...measured }] : [],
  )
  const states = new Set(parts.map(({ state }) => state))
  const empty = (state: TermLine['state']) => ({
    line: { cells, state, marks: null, outOf: null, grade: null },
    sum: null,
  })
  if (parts.some(({ isWaiting }) => isWaiting)) return empty('waiting')
  if (countedParts.length === 0)
    return empty(states.has('exempt') ? 'exempt' : states.has('not-joined') ? 'not-joined' : 'none')
  const outOf = Math.round(countedParts.reduce((sum, { weight }) => sum + weight * 100, 0)) / 100
  const marks = total(countedParts.map(({ share, weight }) => times(share, weight)))
  const share = divided(marks, outOf)
  return {
    line: { cells, state: 'marks', marks: rounded(marks), outOf, grade: gradeAt(rounded(times(share, 100)), bands) },
    sum: { share, outOf },
  }
}

const gradeAt = (percent: number, bands: readonly GradeBand[]) =>
  bands.find(({ fromPercent }) => percent >= fromPercent)?.grade ?? null

/**
 * Calculates a student's subject by the scheme. A term's total is rounded only for display. The year's percent is the
 * weighted mean of the terms' exact shares, without terms in which nothing was measured.
 * @param papersOf papers of a component (by key) in this subject, with the student's entries
 * @param joinedOn the student's first day in the class, `YYYY-MM-DD`
 */
export function reckonSubject(
  scheme: Pick<Scheme, 'terms' | 'bands'>,
  subject: { name: string; isGradedOnly: boolean },
  papersOf: (componentKey: string) => readonly PaperEntry[],
  joinedOn: string,
): SubjectLine {
  const terms = scheme.terms.map((term) => ({
    weight: term.weight,
    ...termOf({ term, bands: scheme.bands }, papersOf, joinedOn > term.endsOn),
  }))
  return { ...subject, terms: terms.map(({ line }) => line), year: yearOf(terms, scheme.bands) }
}

function yearOf(
  terms: ReadonlyArray<{ weight: number; line: TermLine; sum: Sum }>,
  bands: readonly GradeBand[],
): YearLine {
  if (terms.some(({ line }) => line.state === 'waiting')) return { state: 'waiting', percent: null, grade: null }
  const countedTerms = terms.flatMap(({ weight, sum }) => (sum && weight > 0 ? [{ weight, share: sum.share }] : []))
  if (countedTerms.length === 0) {
    const state = terms.some(({ line }) => line.state === 'exempt') ? 'exempt' : 'none'
    return { state, percent: null, grade: null }
  }
  const weights = countedTerms.reduce((sum, { weight }) => sum + weight, 0)
  const percent = rounded(
    divided(times(total(countedTerms.map(({ share, weight }) => times(share, weight))), 100), weights),
  )
  return { state: 'marks', percent, grade: gradeAt(percent, bands) }
}

/**
 * Calculates the year over all subjects with marks: the mean of the printed percents, so that the card can be checked
 * by hand.
 */
export function reckonYear(
  lines: readonly SubjectLine[],
  { bands, passPercent }: Pick<Scheme, 'bands' | 'passPercent'>,
) {
  const countedLines = lines.filter(({ isGradedOnly }) => !isGradedOnly)
  const isWaiting = countedLines.some(({ year }) => year.state === 'waiting')
  const percents = countedLines.flatMap(({ year }) => year.percent ?? [])
  const nothing = isWaiting || percents.length === 0
  const marks = percents.reduce((sum, percent) => sum + percent, 0)
  const toImprove = countedLines.flatMap(({ name, year }) =>
    passPercent !== null && year.percent !== null && year.percent < passPercent ? [name] : [],
  )
  const share = nothing ? none : divided(times([1n, 1n], marks), percents.length)
  return {
    marks: nothing ? null : marks,
    outOf: nothing ? null : percents.length * 100,
    percent: nothing ? null : rounded(share, 1),
    grade: nothing ? null : gradeAt(rounded(share), bands),
    outcome: nothing
      ? ('waiting' as const)
      : passPercent === null
        ? null
        : toImprove.length === 0
          ? ('pass' as const)
          : ('improve' as const),
    toImprove: nothing ? [] : toImprove,
  }
}
