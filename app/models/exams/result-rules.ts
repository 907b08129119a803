import type { Presence } from './options'
import { gradeOf, type PaperMark, percentOf, totalMarks } from './rules'

/** What a paper came to: `unjudged` where the paper has no pass marks, `waiting` where nobody has entered marks. */
export const paperOutcomes = ['pass', 'fail', 'absent', 'exempt', 'unjudged', 'waiting'] as const
export type PaperOutcome = (typeof paperOutcomes)[number]

/** The whole exam: null where no paper has pass marks, `waiting` as long as marks are missing. */
export type ExamOutcome = 'pass' | 'fail' | 'waiting' | null

export interface PaperResult extends PaperMark {
  /** Null: the paper has none, nobody passes or fails it. */
  passMarks: number | null
  outcome: PaperOutcome
}

export interface ExamSum {
  marks: number
  maxMarks: number
  /** One decimal; null where nothing was measured. */
  percent: number | null
  grade: string | null
  outcome: ExamOutcome
}

/** A paper with its outcome. Whoever has exactly the pass marks has passed. */
export function paperResult(paper: {
  presence: Presence | null
  marks: number | null
  maxMarks: number
  passMarks: number | null
}): PaperResult {
  return { ...paper, presence: paper.presence ?? 'present', outcome: outcomeOf(paper) }
}

function outcomeOf(paper: { presence: Presence | null; marks: number | null; passMarks: number | null }): PaperOutcome {
  if (paper.presence === 'absent' || paper.presence === 'exempt') return paper.presence
  if (paper.marks === null) return 'waiting'
  if (paper.passMarks === null) return 'unjudged'
  return paper.marks >= paper.passMarks ? 'pass' : 'fail'
}

/** Totals, percentage, grade and outcome of one student's papers. Who was absent from a paper with pass marks has not passed. */
export function examSum(
  papers: readonly PaperResult[],
  bands: ReadonlyArray<{ grade: string; fromPercent: number }>,
): ExamSum {
  const total = totalMarks(papers)
  const percent = percentOf(total.marks, total.maxMarks)
  return { ...total, percent, grade: gradeOf(total.marks, total.maxMarks, bands), outcome: examOutcome(papers) }
}

function examOutcome(papers: readonly PaperResult[]): ExamOutcome {
  const assessed = papers.filter((paper) => paper.passMarks !== null && paper.outcome !== 'exempt')
  if (assessed.length === 0) return null
  if (assessed.some((paper) => paper.outcome === 'waiting')) return 'waiting'
  return assessed.every((paper) => paper.outcome === 'pass') ? 'pass' : 'fail'
}

/**
 * What ranks compare: the exact share of the marks, not the rounded percentage, so that only equal marks share a rank. Null has
 * no rank: whoever does not study in the class (any more), waits for the marks of a paper, or is exempt from all of them. (Two
 * equal fractions give the same number, since a division is rounded once.)
 */
export function rankingShare(row: {
  studies: boolean
  papers: ReadonlyArray<{ outcome: PaperOutcome }>
  marks: number
  maxMarks: number
}): number | null {
  if (!row.studies || row.papers.some((paper) => paper.outcome === 'waiting')) return null
  return row.maxMarks > 0 ? row.marks / row.maxMarks : null
}
