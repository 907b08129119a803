import { all, both, type Cells, scriptOnly } from '../e2e/modes'

export const quizzesFlows = {
  'a student finds a quiz, starts it, answers, hands it in and reads the result': all('quiz', 'filters'),
  'a quiz wants an answer, knows its window and is handed in once': all('quiz', 'filters'),
  'a quiz goes on with another device': all('quiz', 'filters'),
  'the time of a quiz runs out, and what was saved is marked': all('quiz', 'filters'),
  'the network is gone in the middle of a quiz, and every answer arrives when it is back': scriptOnly('quiz'),
  'a student who is signed out in the middle of a quiz signs in again and loses nothing': scriptOnly(
    'quiz',
    'sign-in form',
  ),
  'an answer kept on one device does not undo a newer one, and a refused one holds up no other': scriptOnly('quiz'),
  'a student searches quizzes, turns the pages and reads the own attempts': both('quiz', 'filters'),
  'a teacher writes a quiz for the own section, question by question, and publishes it': both(
    'question form',
    'delete page',
    'decision page',
  ),
  'short answers are marked by question, and one text is accepted for everybody': both('marks grid'),
  'two people save one quiz, and the second is asked': both('version lock', 'form page', 'form'),
  'a begun quiz is fixed, and its attempts and statistics are read': both('delete page', 'decision page', 'form page'),
} as const satisfies Record<string, Cells>
