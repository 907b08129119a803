import { percentOf } from '~/models/core/shared/fraction'
import type { Presence } from '../options'
import { gradeOf, type PaperMark, totalMarks } from '../rules'

/** Outcome of a paper: `unjudged` without pass marks, `waiting` without entered marks. */
export const paperOutcomes = ['pass', 'fail', 'absent', 'exempt', 'unjudged', 'waiting'] as const
export type PaperOutcome = (typeof paperOutcomes)[number]

/** Outcome of the whole exam: null if no paper has pass marks, `waiting` as long as marks are missing. */
export type ExamOutcome = 'pass' | 'fail' | 'waiting' | null

export interface PaperResult extends PaperMark {
  /** Null: the paper has no pass marks. */
  passMarks: number | null
  outcome: PaperOutcome
}

export interface ExamSum {
  marks: number
  maxMarks: number
  /** One decimal; null if no paper counts. */
  percent: number | null
  grade: string | null
  outcome: ExamOutcome
}

/** Adds the outcome to a paper. Marks equal to the pass marks are a pass. */
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

/**
 * Computes totals, percentage, grade and outcome of one student's papers. A student who is absent from a paper with
 * pass marks does not pass the exam.
 */
export function examSum(
  papers: readonly PaperResult[],
  bands: ReadonlyArray<{ grade: string; fromPercent: number }>,
): ExamSum {
  const total = totalMarks(papers)
  const percent = percentOf(total.marks, total.maxMarks, 1)
  return { ...total, percent, grade: gradeOf(total.marks, total.maxMarks, bands), outcome: examOutcome(papers) }
}

function examOutcome(papers: readonly PaperResult[]): ExamOutcome {
  const assessed = papers.filter((paper) => paper.passMarks !== null && paper.outcome !== 'exempt')
  if (assessed.length === 0) return null
  if (assessed.some((paper) => paper.outcome === 'waiting')) return 'waiting'
  return assessed.every((paper) => paper.outcome === 'pass') ? 'pass' : 'fail'
}

/**
 * Returns the value that ranks compare: the exact share of the marks, not the rounded percentage, so that only equal
 * marks share a rank. Null (no rank) for students who no longer study in the class, lack marks in a paper, or are
 * exempt from all. (Equal fractions give equal numbers, because a division is rounded once.)
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
