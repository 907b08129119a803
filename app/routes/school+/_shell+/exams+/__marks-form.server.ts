import { type Presence, presences } from '~/models/exams/options'
import type { SavedMark, TypedMark } from '~/models/exams/save-marks.server'
import { postedMarks } from '~/routes/school+/_shell+/__marks-grid.server'

/** What the grid shows after a post that did not save everything: every row as it stands now, what is wrong as it was typed. */
export interface MarksAnswer {
  status: 'error'
  saved: number
  /** What kept everything from being saved. */
  trouble: string | null
  rows: Record<string, { text: string; presence: Presence; seen: string; problem: string | null }>
}

/** The rows of a posted grid, by the enrollment. What is no choice of ours counts as present. */
export function readMarksForm(form: FormData): TypedMark[] {
  return postedMarks(form).map(({ id: enrollment, text, seen, typed }) => {
    const presence = presences.find((one) => one === typed('presence')) ?? 'present'
    return { enrollment, text, presence, seen }
  })
}

/** The answer to a grid in which something was wrong; null where everything is saved. */
export function marksAnswerOf({ rows, saved }: { rows: readonly SavedMark[]; saved: number }): MarksAnswer | null {
  if (rows.every((row) => row.problem === null)) return null
  return {
    status: 'error',
    saved,
    trouble: null,
    rows: Object.fromEntries(
      rows.map(({ enrollment, text, presence, seen, now, state, problem }) => {
        if (problem === null) return [enrollment, { ...shownMark(now), seen: now, problem }]
        // Who has been told what another entered may save over it.
        return [enrollment, { text, presence, seen: state === 'changed-meanwhile' ? now : seen, problem }]
      }),
    ),
  }
}

/** The answer to a grid that could not be saved at all: every row as it was typed. */
export function unsavedMarks(rows: readonly TypedMark[], trouble: string): MarksAnswer {
  const typed = rows.map(({ enrollment, text, presence, seen }) => [
    enrollment,
    { text, presence, seen, problem: null },
  ])
  return { status: 'error', saved: 0, trouble, rows: Object.fromEntries(typed) }
}

/** A mark as field and choice: the field of an absent student is empty, so that the choice alone says it. */
function shownMark(saved: string): { text: string; presence: Presence } {
  if (saved === 'AB') return { text: '', presence: 'absent' }
  return saved === 'EX' ? { text: '', presence: 'exempt' } : { text: saved, presence: 'present' }
}
