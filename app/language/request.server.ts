import { AsyncLocalStorage } from 'node:async_hooks'
import { setLanguageSource } from './current'
import type { Language } from './language'

const current = new AsyncLocalStorage<Language>()

setLanguageSource(() => current.getStore())

/** Runs `work`, in which all pages and mails are rendered in this language. */
export function inLanguage<T>(language: Language, work: () => T): T {
  return current.run(language, work)
}
