import type { SavedMark, TypedMark } from '~/models/learning/exams/marks/save-marks.server'
import { type Presence, presences } from '~/models/learning/exams/options'
import { postedMarks } from '~/routes/school+/_shell+/__marks-grid.server'

/** Answer to a post that did not save every row: stored values, and invalid input as typed. */
export interface MarksAnswer {
  status: 'error'
  saved: number
  /** Error that prevented the whole save. */
  trouble: string | null
  rows: Record<string, { text: string; presence: Presence; seen: string; problem: string | null }>
}

/** Reads the rows of a posted grid by enrollment. An unknown choice counts as present. */
export function readMarksForm(form: FormData): TypedMark[] {
  return postedMarks(form).map(({ id: enrollment, text, seen, typed }) => {
    const presence = presences.find((one) => one === typed('presence')) ?? 'present'
    return { enrollment, text, presence, seen }
  })
}

/** Answer to a grid with errors; null if everything is saved. */
export function marksAnswerOf({ rows, saved }: { rows: readonly SavedMark[]; saved: number }): MarksAnswer | null {
  if (rows.every((row) => row.problem === null)) return null
  return {
    status: 'error',
    saved,
    trouble: null,
    rows: Object.fromEntries(
      rows.map(({ enrollment, text, presence, seen, now, state, problem }) => {
        if (problem === null) return [enrollment, { ...shownMark(now), seen: now, problem }]
        // Once the user has seen another user's marks, saving again may overwrite them.
        return [enrollment, { text, presence, seen: state === 'save-conflict' ? now : seen, problem }]
      }),
    ),
  }
}

/** Answer to a grid that could not be saved at all: every row as typed. */
export function unsavedMarks(rows: readonly TypedMark[], trouble: string): MarksAnswer {
  const rowEntries = rows.map(({ enrollment, text, presence, seen }) => [
    enrollment,
    { text, presence, seen, problem: null },
  ])
  return { status: 'error', saved: 0, trouble, rows: Object.fromEntries(rowEntries) }
}

/** Splits a stored mark into field and choice: the field of an absent student is empty. */
function shownMark(saved: string): { text: string; presence: Presence } {
  if (saved === 'AB') return { text: '', presence: 'absent' }
  return saved === 'EX' ? { text: '', presence: 'exempt' } : { text: saved, presence: 'present' }
}
