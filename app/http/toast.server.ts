import { createCookieSessionStorage, redirect } from '@remix-run/node'
import { createToastUtilsWithCustomSession, type ToastMessage } from 'remix-toast'
import { cookieSecret } from '~/services/secrets/secrets.server'
import { isSecureSite } from '~/services/site.server'
import { hasCookie } from './render-mode.server'

const cookieName = 'toast'

/** What the next page says once: `message` is the title ('Updated!', 'Success'), `description` the sentence. */
export type Toast = Pick<ToastMessage, 'message' | 'description' | 'type'>

let utilities: ReturnType<typeof createToastUtilsWithCustomSession> | undefined

function toasts() {
  // remix-toast's own default secret is public; ours is derived from APP_KEY.
  utilities ??= createToastUtilsWithCustomSession(
    createCookieSessionStorage({
      cookie: {
        name: cookieName,
        httpOnly: true,
        sameSite: 'lax',
        path: '/',
        secure: isSecureSite(),
        secrets: [cookieSecret('toast')],
      },
    }),
  )
  return utilities
}

/** Redirects (303, so that Back never posts again) and lets the next page say it. */
export async function redirectWithToast(to: string, toast: Toast, headers: HeadersInit = {}): Promise<Response> {
  const response = await toasts().redirectWithToast(to, { duration: 1500, ...toast }, { status: 303, headers })
  return response
}

/** The waiting toast and the header that takes it away; costs nothing when there is none. */
export async function takeToast(request: Request): Promise<{ toast: Toast | null; headers: Headers }> {
  if (!hasCookie(request, cookieName)) return { toast: null, headers: new Headers() }
  const { toast, headers } = await toasts().getToast(request)
  return { toast: toast ? { message: toast.message, description: toast.description, type: toast.type } : null, headers }
}

/** A redirect after a post: always 303, always inside the site. */
export function seeOther(to: string, headers: HeadersInit = {}): Response {
  return redirect(to, { status: 303, headers })
}
