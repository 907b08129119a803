import { getLocale, overwriteGetLocale } from '~/language/paraglide/runtime'
import { isLanguage, type Language } from './language'

/** Language of the current render: the request's on the server, the document's in the browser. */
export function currentLanguage(): Language {
  return getLocale()
}

/** Sets the language source of the messages. Called once, by entry.client and language/request.server. */
export function setLanguageSource(source: () => unknown): void {
  overwriteGetLocale(() => {
    const language = source()
    return isLanguage(language) ? language : 'en'
  })
}
