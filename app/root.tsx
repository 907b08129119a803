import { data, type LoaderFunctionArgs } from '@remix-run/node'
import {
  isRouteErrorResponse,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react'
import { type ReactNode, useContext } from 'react'
import { UNSAFE_DataRouterStateContext as DataRouterState } from 'react-router'
import { Brand, LinkParagraph } from '~/components/ui'
import { hasMap, isPageHandle } from '~/http/page'
import { isDataSaver } from '~/http/render-mode.server'
import { takeToast } from '~/http/route.server'
import type { RootData } from '~/http/use-root-data'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { useRenderMode } from './components/ui/render-mode'
import probeUrl from './probe.js?url'
import stylesUrl from './styles/index.css?url'

export async function loader({ request }: LoaderFunctionArgs) {
  const { toast, headers } = await takeToast(request)
  const { pathname, search } = new URL(request.url)
  const root: RootData = {
    toast,
    language: currentLanguage(),
    dataSaver: isDataSaver(request),
    rendered: pathname + search,
  }
  return data(root, { headers })
}

/** Title of the deepest page that has one, prefixed with "Error:" when its form was refused. */
function usePageTitle(): string {
  const matches = useMatches()
  const routeError = useRouteError()
  const state = useContext(DataRouterState)
  const { recordsAway } = useRenderMode()
  const failed = Object.values(state?.actionData ?? {}).some(
    (result) => typeof result === 'object' && result !== null && 'status' in result && result.status === 'error',
  )
  if (routeError) return troubleOf(isRouteErrorResponse(routeError) ? routeError.status : recordsAway ? 503 : 500).title
  const page = matches.filter((match) => isPageHandle(match.handle)).at(-1)
  const title = page && isPageHandle(page.handle) ? page.handle.title(page.data) : ''
  const whole = title ? `${title} · ${m.shared_app_name()}` : m.shared_app_name()
  return failed ? m.public_title_with_error({ title: whole }) : whole
}

export function Layout({ children }: { children: ReactNode }) {
  const loaded = useRouteLoaderData<RootData>('root')
  const { enhanced, nonce } = useRenderMode()
  const matches = useMatches()
  const isMapShown = hasMap(
    matches.at(-1)?.handle,
    matches.map((match) => match.data),
  )
  return (
    <html lang={loaded?.language ?? currentLanguage()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {/* Sends the site's origin, against which Google checks the maps key, and no other part of the URL. */}
        {isMapShown ? <meta name="referrer" content="strict-origin-when-cross-origin" /> : null}
        <title>{usePageTitle()}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {/* Google Maps copies this nonce to the styles that it inserts. */}
        <link rel="stylesheet" href={stylesUrl} nonce={isMapShown ? nonce : undefined} />
        {loaded?.dataSaver ? null : (
          <script type="module" src={probeUrl} data-rendered={enhanced ? loaded?.rendered : undefined} />
        )}
      </head>
      <body className={enhanced ? 'enhanced' : undefined}>
        {children}
        {enhanced ? <ScrollRestoration nonce={nonce} /> : null}
        {enhanced ? <Scripts nonce={nonce} /> : null}
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}

/** Error page of the whole document; needs no data, cookie or JavaScript. */
export function ErrorBoundary() {
  const error = useRouteError()
  const { recordsAway, requestId } = useRenderMode()
  const { status, title, message } = troubleOf(isRouteErrorResponse(error) ? error.status : recordsAway ? 503 : 500)
  return (
    <div className="plain">
      <header className="top">
        <Brand href="/" />
      </header>
      <main id="main" tabIndex={-1}>
        <div className="card">
          <p className="soft small">{status}</p>
          <h1>{title}</h1>
          <p>{message}</p>
          {status === 404 ? <LinkParagraph href="/" label={m.shell_home()} /> : null}
          {requestId ? <p className="soft small">{m.shared_request_id({ id: requestId })}</p> : null}
        </div>
      </main>
    </div>
  )
}

function troubleOf(status: number) {
  if (status === 404) return { status, title: m.public_not_found_title(), message: m.public_not_found_text() }
  if (status === 403) return { status, title: m.public_forbidden_title(), message: m.public_forbidden_text() }
  if (status === 503) return { status, title: m.public_unreachable_title(), message: m.public_unreachable_text() }
  return { status, title: m.public_error_title(), message: m.public_error_text() }
}
