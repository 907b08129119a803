import { AsyncLocalStorage } from 'node:async_hooks'
import { setLanguageSource } from './current'
import type { Language } from './language'

const current = new AsyncLocalStorage<Language>()

setLanguageSource(() => current.getStore())

/** Renders and mails everything inside `work` in this language. */
export function inLanguage<T>(language: Language, work: () => T): T {
  return current.run(language, work)
}
