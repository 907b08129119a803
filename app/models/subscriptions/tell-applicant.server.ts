import type { Language } from '~/language/language'
import type { LedgerScope } from '~/models/ledger/locks.server'
import { notifyStudent } from '~/models/notices/notify-student.server'

type Message<Facts> = (facts: Facts, options: { locale: Language }) => string
/** Puts a title and a text with its facts into the student's language; remarks of the school stand below them. */
type Say = <Facts>(
  title: Message<Record<string, never>>,
  text: Message<Facts>,
  facts: Facts,
  remarks?: string | null,
) => { title: string; body: string }

/** A step of each change of an application's status: notice and mail to the student, in the student's language. `link` as notifyStudent's. */
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
