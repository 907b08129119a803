/** Kinds of a question (SP section 3). */
export const questionTypes = ['mcq', 'boolean', 'short'] as const
export type QuestionType = (typeof questionTypes)[number]

export const questionLength = 1000
export const optionLength = 300
export const acceptedAnswerLength = 200
export const shortAnswerLength = 500

export const maxQuestions = 50
export const minOptions = 2
export const maxOptions = 8
export const maxAcceptedAnswers = 10
/** Marks of one question, in steps of a half. */
export const maxQuestionMarks = 100
export const maxMinutes = 300

/** Rows a page of the student's list and of My Attempts. */
export const quizzesAPage = 10
