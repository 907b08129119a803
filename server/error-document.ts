import type { Request } from 'express'
import { chooseLanguage } from '~/language/language'
import { m } from '~/language/paraglide/messages'

/** Error pages of the server itself (`door.ts`), for requests that it refuses or that the app fails to answer. */
const pages = {
  foreign: { title: m.public_door_foreign_title, text: m.public_door_foreign_text },
  unreadable: { title: m.public_door_unreadable_title, text: m.public_door_unreadable_text },
  tooLarge: { title: m.public_door_large_title, text: m.public_door_large_text },
  busy: { title: m.public_unreachable_title, text: m.public_unreachable_text },
  failed: { title: m.public_error_title, text: m.public_error_text },
}

/** Error message for an API call from a foreign page. */
export function foreignCall({ headers }: Request): string {
  return m.public_door_foreign_call({}, { locale: chooseLanguage(headers.cookie, headers['accept-language']) })
}

/** A complete document in the reader's language, independent of the app and its styles. */
export function errorDocument(kind: keyof typeof pages, request: Request): string {
  const locale = chooseLanguage(request.headers.cookie, request.headers['accept-language'])
  const title = pages[kind].title({}, { locale })
  const text = pages[kind].text({}, { locale })
  const start = m.public_door_start({}, { locale })
  const id = m.shared_request_id({ id: String(request.headers['x-request-id']) }, { locale })
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p><p><a href="/">${start}</a></p><p>${id}</p></main></body></html>`
}
