import { type RefObject, useEffect, useState } from 'react'
import { m } from '~/language/paraglide/messages'
import { type KeepState, keepAnswers } from './keep-answers'

/** Once enhanced: answers are saved as they are given, and the seconds left are counted (null until then). */
export function useAnswerKeeper(
  form: RefObject<HTMLFormElement>,
  { attemptId, secondsLeft, keepTo }: { attemptId: string; secondsLeft: number; keepTo: string },
): { state: KeepState; left: number | null } {
  const [state, setState] = useState<KeepState>('idle')
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    if (!form.current) return
    return keepAnswers(form.current, {
      attemptId,
      secondsLeft,
      keepTo,
      leaveQuestion: m.quizzes_leave(),
      onState: setState,
      onLeft: setLeft,
    })
  }, [form, attemptId, secondsLeft, keepTo])
  return { state, left }
}
