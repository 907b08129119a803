import { all, both, type Mode, scriptOnly } from '../modes'

export const quizzesFlows = {
  'a student finds a quiz, starts it, answers, hands it in and reads the result': all,
  'a quiz wants an answer, knows its window and is handed in once': both,
  'a quiz goes on with another device': both,
  'the time of a quiz runs out, and what was saved is marked': both,
  'the network is gone in the middle of a quiz, and every answer arrives when it is back': scriptOnly,
  'a student searches quizzes, turns the pages and reads the own attempts': both,
} as const satisfies Record<string, readonly Mode[]>
