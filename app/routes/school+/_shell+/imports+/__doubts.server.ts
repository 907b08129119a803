import type { SchoolScope } from '~/models/core/shared/scope.server'
import { type DoubtAnswer, type DoubtAnswers, doubtWords, maxDoubtsListed } from '~/models/entry/imports/doubts'
import type { ImportRecord } from '~/models/entry/imports/import-record.server'
import { problemsText } from '~/models/entry/imports/options'
import { listDoubted } from '~/models/entry/imports/queries.server'

type DoubtedImport = Pick<ImportRecord, 'id' | 'doubts'>

const answerName = (kind: string) => `doubt_${kind}`
const rightName = (kind: string) => `right_${kind}`
const examplesShown = 5

/**
 * Questions about unlikely values, one for each kind of doubt. The user can confirm the rows one by one; for a single
 * row, or more than `maxDoubtsListed`, the question shows examples instead.
 */
export function doubtQuestions(scope: SchoolScope, { id, doubts }: DoubtedImport) {
  return Promise.all(
    doubts.map(async ([kind, rows]) => {
      const listed = await listDoubted(scope, id, kind)
      const choices = listed.map(({ line, label, doubts: reasons }) => ({
        value: String(line),
        label: `Line ${line}: ${label}`,
        hint: problemsText(reasons),
      }))
      const isListed = rows > 1 && rows <= maxDoubtsListed
      return {
        name: answerName(kind),
        rightName: rightName(kind),
        question: doubtWords[kind].question,
        rows,
        choices: isListed ? choices : [],
        examples: isListed ? [] : choices.slice(0, examplesShown).map(({ label, hint }) => `${label}. ${hint}`),
      }
    }),
  )
}

/** Reads the answers; a question without one is an error. */
export function readDoubtAnswers(form: FormData, { doubts }: Pick<ImportRecord, 'doubts'>) {
  const answers: Record<string, DoubtAnswer> = {}
  const errors: Record<string, string[]> = {}
  for (const [kind] of doubts) {
    const answer = form.get(answerName(kind))
    const lines = form.getAll(rightName(kind)).slice(0, maxDoubtsListed).map(Number).filter(Number.isSafeInteger)
    if (answer === 'right' || answer === 'wrong') answers[kind] = answer
    else if (answer !== 'some') errors[answerName(kind)] = ['Choose what happens with these rows']
    else if (lines.length === 0) errors[answerName(kind)] = ['Tick the rows that are right, or leave all of them out']
    else answers[kind] = { some: lines }
  }
  return { answers: answers as DoubtAnswers, errors }
}
