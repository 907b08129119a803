import type { Language } from '~/language/language'
import { notifyStudent } from '~/models/contact/notices/notify-student.server'
import type { LedgerScope } from '~/models/money/ledger/locks.server'

type Message<Facts> = (facts: Facts, options: { locale: Language }) => string
/** Returns title and text in the student's language, with the facts filled in; adds the school's remarks as typed. */
type Say = <Facts>(
  title: Message<Record<string, never>>,
  text: Message<Facts>,
  facts: Facts,
  remarks?: string | null,
) => { title: string; body: string }

/**
 * Runs in the caller's transaction on each change of status: sends the student a notice and a mail in the student's
 * language. `link` is passed to `notifyStudent`.
 */
export function tellApplicant(
  scope: LedgerScope,
  { studentId }: { studentId: number },
  wordsOf: (say: Say, locale: Language) => ReturnType<Say>,
  link?: string,
): Promise<void> {
  const words = (locale: Language) => {
    const say: Say = (title, text, facts, remarks) => {
      const body = text(facts, { locale })
      return { title: title({}, { locale }), body: remarks ? `${body}\n\n${remarks}` : body }
    }
    return wordsOf(say, locale)
  }
  return notifyStudent(scope, studentId, words, link)
}
