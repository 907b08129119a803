import { enhancedOnly, type FlowCoverage, inAllModes, lightAndEnhanced } from '../e2e/modes'

/** Flows by title, each with the modes in which it must pass and the page pieces that it covers with JavaScript. */
export const quizzesFlows = {
  'a student finds a quiz, starts it, answers, submits it and sees the result': inAllModes('quiz', 'filters'),
  'a quiz can be started only within its time window, and submitted only once and with an answer': inAllModes(
    'quiz',
    'filters',
  ),
  'a quiz continues on another device': inAllModes('quiz', 'filters'),
  'the time of a quiz runs out, and the saved answers are marked': inAllModes('quiz', 'filters'),
  'the network fails during a quiz, and every answer arrives when it returns': enhancedOnly('quiz'),
  'a student who is signed out during a quiz signs in again and loses nothing': enhancedOnly('quiz', 'sign-in form'),
  'an answer stored offline does not overwrite a newer one from another device, and an invalid answer does not block the others':
    enhancedOnly('quiz'),
  'a student searches quizzes, pages through them and views earlier attempts': lightAndEnhanced('quiz', 'filters'),
  'a teacher writes a quiz for an assigned section, question by question, and publishes it': lightAndEnhanced(
    'question form',
    'delete page',
    'decision page',
  ),
  'a teacher marks short answers by question, and accepts an answer for all students who gave it':
    lightAndEnhanced('marks grid'),
  'two users save one quiz, and the second must decide about the conflict': lightAndEnhanced(
    'version lock',
    'form page',
    'form',
  ),
  'a quiz with attempts is locked, and its attempts and statistics are viewed': lightAndEnhanced(
    'delete page',
    'decision page',
    'form page',
  ),
} as const satisfies Record<string, FlowCoverage>
