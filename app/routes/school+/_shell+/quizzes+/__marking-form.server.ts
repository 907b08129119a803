import type { CheckedMarks, TypedMarks } from '~/models/quizzes/save-marking.server'
import { isPublicId } from '~/models/shared/public-id.server'

/** What the page shows after a post that did not save everything: every row as it stands now, what is wrong as it was typed. */
export interface MarkingAnswer {
  status: 'error'
  saved: number
  rows: Record<string, { text: string; seen: string; acceptForAll: boolean; problem: string | null }>
}

const maxTextLength = 40

/** The rows of a posted marking page, by the attempt in their names. */
export function readMarkingForm(form: FormData): TypedMarks[] {
  const rows: TypedMarks[] = []
  // A name that comes twice counts once.
  for (const name of new Set(form.keys())) {
    const attempt = /^marks-(.+)$/.exec(name)?.[1]
    if (!isPublicId(attempt)) continue
    rows.push({
      attempt,
      text: String(form.get(name)).slice(0, maxTextLength),
      seen: String(form.get(`seen-${attempt}`) ?? '').slice(0, maxTextLength),
      acceptForAll: form.get(`accept-${attempt}`) === 'on',
    })
  }
  return rows
}

/** The answer to a page in which something was wrong; null where everything is saved. Who has been told of another's marks may save over them. */
export function markingAnswerOf({
  rows,
  saved,
}: {
  rows: readonly CheckedMarks[]
  saved: number
}): MarkingAnswer | null {
  if (rows.every((row) => row.problem === null)) return null
  return {
    status: 'error',
    saved,
    rows: Object.fromEntries(
      rows.map(({ attempt, text, acceptForAll, problem, now }) => [
        attempt,
        problem === null
          ? { text: now, seen: now, acceptForAll: false, problem }
          : { text, seen: now, acceptForAll, problem },
      ]),
    ),
  }
}
