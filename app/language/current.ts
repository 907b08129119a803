import { getLocale, overwriteGetLocale } from '~/language/paraglide/runtime'
import { isLanguage, type Language } from './language'

/** The language of what is being rendered now: the request's on the server, the document's in the browser. */
export function currentLanguage(): Language {
  return getLocale()
}

/** Tells the words where to look for the language. Called once, by entry.client and by language/request.server. */
export function setLanguageSource(source: () => unknown): void {
  overwriteGetLocale(() => {
    const language = source()
    return isLanguage(language) ? language : 'en'
  })
}
