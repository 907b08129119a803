/** Kinds of a question (SP section 3). */
export const questionTypes = ['mcq', 'boolean', 'short'] as const
export type QuestionType = (typeof questionTypes)[number]

export const quizTitleLength = 120
export const quizDescriptionLength = 1000
export const questionLength = 1000
export const optionLength = 300
export const acceptedAnswerLength = 200
export const shortAnswerLength = 500

export const mostQuestions = 50
export const fewestOptions = 2
export const mostOptions = 8
export const mostAcceptedAnswers = 10
/** Marks of one question, in steps of a half. */
export const largestMarks = 100
export const longestMinutes = 300

/** Rows a page of the student's list and of My Attempts. */
export const quizzesAPage = 10
