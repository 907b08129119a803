import { randomUUID } from 'node:crypto'
import { createCookieSessionStorage, redirect, type SessionStorage } from '@remix-run/node'
import { createToastUtilsWithCustomSession } from 'remix-toast'
import { cookieName } from '~/services/site.server'
import { signedCookie } from './own-cookies.server'
import { hasCookie } from './render-mode.server'

const name = 'toast'

/**
 * Message that the next page shows once: the specification's dialogs have a title ('Updated!'), some also a sentence.
 */
export interface Toast {
  type: 'success' | 'error' | 'info'
  title: string
  message?: string
}

let cachedToasts:
  | { storage: SessionStorage; utilities: ReturnType<typeof createToastUtilsWithCustomSession> }
  | undefined

function toasts() {
  if (!cachedToasts) {
    // remix-toast's own default secret is public; ours is derived from APP_KEY.
    const storage = createCookieSessionStorage({ cookie: signedCookie(name) })
    cachedToasts = { storage, utilities: createToastUtilsWithCustomSession(storage) }
  }
  return cachedToasts
}

/** Redirects (303, so that Back never posts again) and shows the toast on the next page. */
export async function redirectWithToast(to: string, toast: Toast, headers: HeadersInit = {}): Promise<Response> {
  const flash = { type: toast.type, message: toast.title, description: toast.message }
  return toasts().utilities.redirectWithToast(to, flash, { status: 303, headers })
}

/** The pending toast and the header that deletes it; costs nothing when there is none. */
export async function takeToast(request: Request) {
  if (!hasCookie(request, cookieName(name))) return { toast: null, headers: new Headers() }
  const { storage, utilities } = toasts()
  const { toast } = await utilities.getToast(request)
  // Delete the cookie as well: an empty one would be sent with every later request.
  const headers = new Headers({ 'Set-Cookie': await storage.destroySession(await storage.getSession()) })
  if (!toast) return { toast: null, headers }
  const type = toast.type === 'warning' ? 'info' : toast.type
  return { toast: { id: randomUUID(), type, title: toast.message, message: toast.description }, headers }
}

/** A redirect after a post: always 303, always inside the site. */
export function seeOther(to: string, headers: HeadersInit = {}): Response {
  return redirect(to, { status: 303, headers })
}
