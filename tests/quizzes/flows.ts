import { all, both, type Mode, scriptOnly } from '../e2e/modes'

export const quizzesFlows = {
  'a student finds a quiz, starts it, answers, hands it in and reads the result': all,
  'a quiz wants an answer, knows its window and is handed in once': all,
  'a quiz goes on with another device': all,
  'the time of a quiz runs out, and what was saved is marked': all,
  'the network is gone in the middle of a quiz, and every answer arrives when it is back': scriptOnly,
  'a student who is signed out in the middle of a quiz signs in again and loses nothing': scriptOnly,
  'an answer kept on one device does not undo a newer one, and a refused one holds up no other': scriptOnly,
  'a student searches quizzes, turns the pages and reads the own attempts': both,
  'a teacher writes a quiz for the own section, question by question, and publishes it': both,
  'short answers are marked by question, and one text is accepted for everybody': both,
  'two people save one quiz, and the second is asked': both,
  'a begun quiz is fixed, and its attempts and statistics are read': both,
} as const satisfies Record<string, readonly Mode[]>
