import type { Locale } from './paraglide/runtime'

type Message<Facts> = (facts: Facts, options?: { locale?: Locale }) => string

/** Returns a function that renders messages in `locale`, or else in the reader's language. */
export function sayIn(locale?: Locale) {
  const options = locale ? { locale } : {}
  return <Facts>(message: Message<Facts>, ...[facts]: object extends Facts ? [Facts?] : [Facts]) =>
    message(facts ?? ({} as Facts), options)
}

export type Say = ReturnType<typeof sayIn>
