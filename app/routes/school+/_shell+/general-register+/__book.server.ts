import { listQueryOf } from '~/kit/pages/list.server'
import { isLanguage, type Language } from '~/language/language'
import type { RegisterQuery } from '~/models/entry/register/entries.server'
import { list } from './index'

/** Entries to print, as selected by the list's filters in the URL, and the language. */
export function bookQuery(request: Request): { query: RegisterQuery; language: Language } {
  const language = new URL(request.url).searchParams.get('language')
  return { query: listQueryOf(request, list), language: isLanguage(language) ? language : 'en' }
}
