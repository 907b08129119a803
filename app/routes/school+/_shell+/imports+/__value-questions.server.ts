import { isOpen, type Question } from '~/models/entry/imports/decide/port'
import type { ImportRecord } from '~/models/entry/imports/import-record.server'
import { linesText } from '~/models/entry/imports/notices'

const nameOf = (id: string) => `answer_${id.replace(':', '_')}`

/** Questions of the last check, the open ones first, and its contradictions, for the page of columns. */
export function valueQuestions({ questions, contradictions }: Pick<ImportRecord, 'questions' | 'contradictions'>) {
  return {
    questions: [...questions]
      .sort((a, b) => Number(isOpen(b)) - Number(isOpen(a)))
      .map(({ id, sentence, lines, answer, options }) => ({
        name: nameOf(id),
        sentence,
        lines: concerned(lines),
        answer: answer ?? '',
        options: options.map(({ value, label, example }) => ({ value, label, ...(example ? { hint: example } : {}) })),
      })),
    contradictions: contradictions.map(({ message, lines }) => ({ message, lines: concerned(lines) })),
  }
}

const concerned = (lines: readonly number[]) => `Concerns ${linesText(lines)}.`

/** Reads the answers of the form; an open question without one is an error. */
export function readAnswers(form: FormData, questions: readonly Question[]) {
  const errors: Record<string, string[]> = {}
  const answers: Record<string, string> = {}
  for (const question of questions) {
    const name = nameOf(question.id)
    const answer = String(form.get(name) ?? '')
    if (question.options.some(({ value }) => value === answer)) answers[question.id] = answer
    else if (answer !== '' || isOpen(question)) errors[name] = ['Choose how the values are meant']
  }
  return { answers, errors }
}
