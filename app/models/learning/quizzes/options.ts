/** Question types (student specification, section 3). */
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
/** Maximum marks of one question, in steps of 0.5. */
export const maxQuestionMarks = 100
export const maxMinutes = 300

/** Rows per page in the student's list and My Attempts. */
export const quizzesAPage = 10
