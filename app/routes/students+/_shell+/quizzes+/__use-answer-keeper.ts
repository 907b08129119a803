import { type RefObject, useEffect, useState } from 'react'
import { m } from '~/language/paraglide/messages'
import { type KeepState, keepAnswers, type Refused } from './__keep-answers'

/** Once enhanced: answers are saved as they are given, and the seconds left are counted (null until then). */
export function useAnswerKeeper(
  form: RefObject<HTMLFormElement>,
  {
    attemptId,
    secondsLeft,
    keepTo,
    signInAt,
  }: { attemptId: string; secondsLeft: number; keepTo: string; signInAt: string },
): { state: KeepState; left: number | null; refused: Refused | null } {
  const [state, setState] = useState<KeepState>('idle')
  const [refused, setRefused] = useState<Refused | null>(null)
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    if (!form.current) return
    return keepAnswers(form.current, {
      attemptId,
      secondsLeft,
      keepTo,
      signInAt,
      leaveQuestion: m.quizzes_leave(),
      onState: setState,
      onRefused: setRefused,
      onLeft: setLeft,
    })
  }, [form, attemptId, secondsLeft, keepTo, signInAt])
  return { state, left, refused }
}
