import { both, type Mode } from '../modes'

export const quizOfficeFlows = {
  'a teacher writes a quiz for the own section, question by question, and publishes it': both,
  'short answers are marked by question, and one text is accepted for everybody': both,
  'two people save one quiz, and the second is asked': both,
  'a begun quiz is fixed, and its attempts and statistics are read': both,
} as const satisfies Record<string, readonly Mode[]>
